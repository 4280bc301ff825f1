"""The numbers that a page reports: dead, injured, missing, displaced, affected, and houses destroyed."""
