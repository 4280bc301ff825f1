"""What happened, in quotations: sentences of independent sources, and who, where and how many."""
