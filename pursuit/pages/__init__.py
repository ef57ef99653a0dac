"""The panel, its forms, the recents and the page of a document."""
