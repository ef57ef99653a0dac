"""What the templates of PA dealing need beside Django's own."""
