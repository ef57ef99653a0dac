"""Programs for whoever works on the project; the product imports none of them."""
