"""Single pages of a collection: as archived, compared with each other, with the evidence in their texts."""
