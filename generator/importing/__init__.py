"""Game folders out of other tools' projects."""
