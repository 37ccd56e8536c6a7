"""Reports: plain data (:mod:`document`), and what they become: one HTML file, or a PDF."""
