"""The verdict of a Boolean audit: one member, several or none, with counts and certificate."""
