"""The pages of accounts that are not those of django-allauth."""
