-- What a procedure's record is bound by (0080), and with it who reviewed by which standards, what was moved, drawn, reported and
-- signed: part `committee`. The other parts are as they were, so that facts of before still hold.
create or replace function kb_bound(tenant int, subject uuid) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
  select jsonb_build_object(
    'schedule', (
      select encode(sha256(convert_to(jsonb_build_array(o.code, o.state, o.published_at, o.sale_start, o.sale_end,
        o.sign_up_end, o.question_end, o.bid_end, o.open_at, o.publicity_end, o.awarded_at, o.ended_at, o.control_price,
        o.bond)::text, 'UTF8')), 'hex')
      from public.purchase_order o where o.tenant_id = tenant and o.id = subject),
    'opening', (
      select encode(sha256(convert_to(jsonb_agg(jsonb_build_array(b.stage, b.no, b.trade_id, b.submission_id, b.decrypt_state,
        b.quote, b.price_sheet, p.marks_opened_at, p.reference_price, (
          select jsonb_agg(jsonb_build_array(m.sort, m.mark_type, m.name, m.value, m.unit) order by m.sort, m.id)
          from public.opening_mark m
          where m.tenant_id = b.tenant_id and m.order_id = b.order_id and m.trade_id = b.trade_id and m.stage = b.stage
        )) order by b.stage, b.trade_id)::text, 'UTF8')), 'hex')
      from public.opening p
      join public.opening_bidder b on b.tenant_id = p.tenant_id and b.order_id = p.order_id and b.stage = p.stage
      where p.tenant_id = tenant and p.order_id = subject and p.marks_opened_at is not null),
    'review', (
      select encode(sha256(convert_to(jsonb_build_array(r.concluded_at, r.all_rejected, r.conclusion, (
          select jsonb_agg(jsonb_build_array(k.trade_id, k.rank, k.total, k.quote, k.lot) order by k.trade_id)
          from public.review_ranking k where k.tenant_id = r.tenant_id and k.order_id = r.order_id
        ), (
          select jsonb_agg(jsonb_build_array(t.way_id, t.trade_id, t.score, t.exact, t.passed) order by t.way_id, t.trade_id)
          from public.review_way w join public.review_outcome t on t.tenant_id = w.tenant_id and t.way_id = w.id
          where w.tenant_id = r.tenant_id and w.order_id = r.order_id
        ), (
          select jsonb_agg(jsonb_build_array(s.item_id, s.reviewer_id, s.trade_id, s.score, s.passed, s.reason)
            order by s.item_id, s.reviewer_id, s.trade_id)
          from public.review_way w
          join public.review_item i on i.tenant_id = w.tenant_id and i.way_id = w.id
          join public.review_score s on s.tenant_id = i.tenant_id and s.item_id = i.id
          where w.tenant_id = r.tenant_id and w.order_id = r.order_id
        ))::text, 'UTF8')), 'hex')
      from public.review r where r.tenant_id = tenant and r.order_id = subject and r.concluded_at is not null),
    'results', (
      select encode(sha256(convert_to(jsonb_agg(jsonb_build_array(r.id, r.kind, r.version, r.cause, r.reason, r.decided_at,
        r.notice_id, r.excluded, (
          select jsonb_agg(jsonb_build_array(c.rank, c.trade_id, c.price, c.score, c.lines) order by c.rank)
          from public.candidate c where c.tenant_id = r.tenant_id and c.result_id = r.id
        ), (
          select jsonb_agg(jsonb_build_array(a.trade_id, a.price) order by a.trade_id)
          from public.award a where a.tenant_id = r.tenant_id and a.result_id = r.id
        ), (
          select jsonb_agg(jsonb_build_array(l.trade_id, l.line, l.item_id, l.quantity, l.unit_price, l.amount)
            order by l.trade_id, l.line)
          from public.award_line l where l.tenant_id = r.tenant_id and l.result_id = r.id
        ), (
          select jsonb_agg(jsonb_build_array(x.item_id, x.reason, x.unbought, x.unbought_reason) order by x.item_id)
          from public.award_item x where x.tenant_id = r.tenant_id and x.result_id = r.id
        )) order by r.id)::text, 'UTF8')), 'hex')
      from public.order_result r where r.tenant_id = tenant and r.order_id = subject),
    'committee', (
      select encode(sha256(convert_to(jsonb_build_array((
          select jsonb_agg(jsonb_build_array(m.id, m.user_id, m.expert_id, m.name, m.role, m.is_leader, m.out_at, m.replaces)
            order by m.id)
          from public.reviewer m where m.tenant_id = r.tenant_id and m.order_id = r.order_id
        ), (
          select jsonb_agg(jsonb_build_array(w.id, w.way_type, w.name, w.item_kind, w.full_mark, w.aggregation,
            w.is_automatic, w.params, w.judges, w.score_digits, (
              select jsonb_agg(jsonb_build_array(i.id, i.name, i.standard, i.full_mark, i.is_objective) order by i.id)
              from public.review_item i where i.tenant_id = w.tenant_id and i.way_id = w.id
            ), (
              select jsonb_agg(jsonb_build_array(k.reviewer_id, k.submitted_at, k.sha256) order by k.reviewer_id)
              from public.review_task k where k.tenant_id = w.tenant_id and k.way_id = w.id
            )) order by w.id)
          from public.review_way w where w.tenant_id = r.tenant_id and w.order_id = r.order_id
        ), (
          select jsonb_agg(jsonb_build_array(o.id, o.kind, o.trade_id, o.reason, o.state, (
              select jsonb_agg(jsonb_build_array(v.reviewer_id, v.agree, v.opinion) order by v.reviewer_id)
              from public.review_motion_vote v where v.tenant_id = o.tenant_id and v.motion_id = o.id
            )) order by o.id)
          from public.review_motion o where o.tenant_id = r.tenant_id and o.order_id = r.order_id
        ), (
          select jsonb_agg(jsonb_build_array(d.id, d.purpose, d.parts, d.commitment, d.seed, d.entropy, d.result) order by d.id)
          from public.review_draw d where d.tenant_id = r.tenant_id and d.order_id = r.order_id
        ), (
          select jsonb_agg(jsonb_build_array(p.id, p.process_type, p.content, p.sha256, p.file_id, (
              select jsonb_agg(jsonb_build_array(s.reviewer_id, s.sha256, s.opinion, s.deemed, s.revoked_at) order by s.id)
              from public.review_signature s where s.tenant_id = p.tenant_id and s.report_id = p.id
            )) order by p.id)
          from public.review_report p where p.tenant_id = r.tenant_id and p.order_id = r.order_id
        ))::text, 'UTF8')), 'hex')
      from public.review r where r.tenant_id = tenant and r.order_id = subject and r.concluded_at is not null)
  )
$$;
