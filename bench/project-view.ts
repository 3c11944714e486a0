import { Cast } from '#demo/cast.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import { projectTimeline, projectView } from '#features/project-view/contract.ts'
import type { Line } from './line.ts'
import { quantile } from './load.ts'
import type { BenchWorld } from './world.ts'

const ORDERS = 40
const FACTS = 5000
const RUNS = 20

/** One project of 40 orders, and its timeline of 5,000 facts, a page after the other. */
export async function projects({ product, owner }: BenchWorld): Promise<Line[]> {
  const buyer = await new Cast(product).as('buyer')
  const body = { name: '测量项目', category: 'goods' as const, regime: 'enterprise' as const, budget: '40000000' }
  const { projectId } = await buyer.call(createProject, { body })
  await owner.query(
    `insert into purchase_order (tenant_id, id, project_id, lot_no, code, title, method, owner_company_id, purchaser_company_id,
       estimated_price, control_price, settings, created_by, created_at, updated_at, state, published_at, sign_up_end, bid_end, open_at)
     select p.tenant_id, gen_random_uuid(), p.id, n, 'BENCH' || p.code || n, '标段' || n, 1, p.purchaser_company_id,
       p.purchaser_company_id, 1000000, 900000, '{}', p.created_by, now(), now(), 'publish.open', now(), now() + interval '7 days',
       now() + interval '20 days', now() + interval '20 days'
     from project p, generate_series(1, $2::int) n where p.id = $1`,
    [projectId, ORDERS],
  )
  await owner.query(
    `insert into notice (tenant_id, id, order_id, kind, code, title, content, status, created_by, created_at, updated_at, published_at)
     select o.tenant_id, gen_random_uuid(), o.id, 1, 'N' || o.code || n, '公告' || n, '{}', 1, o.created_by, now(), now(), now()
     from purchase_order o, generate_series(1, 5) n where o.project_id = $1`,
    [projectId],
  )
  await owner.query(
    `insert into project_item (tenant_id, id, project_id, lot_no, line, name, unit, quantity)
     select 1, gen_random_uuid(), $1, lot, n, '材料' || n, '件', 10 from generate_series(1, $2::int) lot, generate_series(1, 50) n`,
    [projectId, ORDERS],
  )
  await owner.query(
    `insert into audit_record (tenant_id, seq, at, body, prev_hash, hash)
     select 1, (select coalesce(max(seq), 0) from audit_record where tenant_id = 1) + n + 1000000, now(),
       jsonb_build_object('entity', 'order', 'entityId', o.ids[1 + n % $2::int], 'action', 'order.note', 'summary', '记录 ' || n),
       sha256(n::text::bytea), sha256((n + 1)::text::bytea)
     from generate_series(1, $3::int) n,
       (select array_agg(id::text) as ids from purchase_order where project_id = $1) o`,
    [projectId, ORDERS, FACTS],
  )
  await owner.query('analyze purchase_order; analyze notice; analyze project_item; analyze audit_record')
  const params = { projectId }
  const family = 'bidding'
  const viewed: number[] = []
  for (let i = 0; i < RUNS; i++) {
    const began = performance.now()
    await buyer.call(projectView, { params, query: { family } })
    viewed.push(performance.now() - began)
  }
  const paged: number[] = []
  let facts = 0
  for (let cursor: string | undefined, isMore = true; isMore;) {
    const began = performance.now()
    const { rows, next } = await buyer.call(projectTimeline, {
      params,
      query: { family, pageSize: 50, ...(cursor && { cursor }) },
    })
    paged.push(performance.now() - began)
    facts += rows.length
    cursor = next ?? undefined
    isMore = next !== null
  }
  const [view, page] = [quantile(viewed, 0.95), quantile(paged, 0.95)]
  return [
    {
      what: `project view of ${ORDERS} orders`,
      figures: `p50 ${quantile(viewed, 0.5).toFixed(0)} ms, p95 ${view.toFixed(0)} ms`,
      target: '≤ 800 ms',
      holds: view <= 800,
    },
    {
      what: `project timeline of ${FACTS} facts, a page`,
      figures: `p50 ${quantile(paged, 0.5).toFixed(0)} ms, p95 ${page.toFixed(0)} ms over ${paged.length} pages`,
      target: 'pages by key, ≤ 200 ms',
      holds: facts >= FACTS && page <= 200,
    },
  ]
}
