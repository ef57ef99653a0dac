"""The panel, its forms, and the document with its evidence."""
