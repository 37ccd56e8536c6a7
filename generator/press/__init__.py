"""From laid-out cards to PDF sheets: imposition, marks, painting, files."""
