"""What stands in for a ruby where there is none, which is at home in a <ruby> alone."""

from generator.layout.text.tags.rt import read as read
