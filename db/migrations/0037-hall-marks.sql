-- owner: opening-hall
-- Of every opened bid the bidder itself is read out as well (mark type 1), under the name it has then.
insert into opening_mark (tenant_id, id, order_id, trade_id, stage, sort, mark_type, name, value)
select b.tenant_id, gen_random_uuid(), b.order_id, b.trade_id, b.stage, -1, 1, '投标人', c.name
from opening_bidder b
join opening o on o.tenant_id = b.tenant_id and o.order_id = b.order_id and o.stage = b.stage
join trade t on t.tenant_id = b.tenant_id and t.id = b.trade_id
join company c on c.id = t.supplier_company_id
where o.marks_opened_at is not null and b.decrypt_state = 2;
alter table opening_mark add check (mark_type between 1 and 4);
create unique index opening_mark_single on opening_mark (tenant_id, order_id, trade_id, stage, mark_type)
where mark_type in (1, 2);
