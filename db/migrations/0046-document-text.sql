-- owner: attachments
-- A form of a document that nobody is shown: its text, as the checks before a publication read it.
alter table attachment_rendition drop constraint attachment_rendition_pattern_check;
alter table attachment_rendition add constraint attachment_rendition_pattern_check
  check (pattern in ('pdf', 'thumbnail', 'text'));
