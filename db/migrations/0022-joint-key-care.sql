-- owner: joint-key
-- What became of an officer after the key was made. `checked_at`: proved last that the own device still holds the share.
-- `excused_at`: takes no part in the opening, because of a tie to a bidder (回避).
alter table joint_officer
  add column checked_at timestamptz,
  add column excused_at timestamptz,
  add column excused_by uuid,
  add column excuse text not null default '';
