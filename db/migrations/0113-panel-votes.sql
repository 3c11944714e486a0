-- owner: panels
-- Where demands cannot be described beforehand, the group votes on solutions before the final offers.
alter table panel drop constraint panel_stage_check;
alter table panel add constraint panel_stage_check check (stage in
  ('forming', 'checking', 'talking', 'responding', 'voting', 'voted', 'final', 'scoring', 'reporting', 'signing', 'done', 'failed'));
alter table panel_sheet drop constraint panel_sheet_kind_check;
alter table panel_sheet add constraint panel_sheet_kind_check check (kind in ('conformity', 'vote', 'score'));
alter table panel_supplier drop constraint panel_supplier_cause_check;
alter table panel_supplier add constraint panel_supplier_cause_check
  check (cause in ('', 'invalid', 'conformity', 'late', 'unchosen', 'final', 'left'));
