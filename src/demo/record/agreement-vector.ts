import { createHash } from 'node:crypto'
import { Exact } from '#contract/money.ts'
import { bundle } from '#features/review-hall/rules/testing/bundle.ts'
import { BONDS_TYPE } from '#features/sealing/core/verify-bonds.ts'
import { LOG_RECORDS_TYPE } from '#features/sealing/core/verify-log-records.ts'
import { PUBLISHED_NOTICE_TYPE } from '#features/sealing/core/verify-record.ts'

/* A record as far as its files speak of one another (docs/protocol 6.11): a reviewed order of three bids, awarded, paid and settled as a sale. */

const AGREEMENT = 'kaibiao.vector-agreement/1'
const END = '2026-12-01T06:00:00.000Z'
const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const printOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** What `agreeChecks` looks at: files for programs by path, and what the price files say. */
export function agreementVector() {
  const review = bundle()
  const { id: orderId = '', code, title, method, controlPrice } = review.order
  const supplierOf = (id: string) => ({ name: `公司${id}`, companyId: `company-${id}`, creditCode: `CODE-${id}` })
  const schedule = { saleStart: null, saleEnd: null, signUpEnd: null, questionEnd: null, bidEnd: END, openAt: END }
  const sale = { paymentDays: 5, isWeighed: true, nextBidder: false }
  const settings = {
    sale,
    bond: { onFault: 'block', daysBefore: 1, forms: ['transfer'] },
    ways: review.ways.map(({ name, type, itemKind, aggregation, isAutomatic, params, items }) => {
      const fullMark = isAutomatic ? (params as { fullMarks: string }).fullMarks : '0'
      const own = items.map(({ name: item, fullMark: full, isObjective }) => ({
        name: item,
        fullMark: full,
        isObjective,
      }))
      return { name, type, itemKind, aggregation, isAutomatic, fullMark, items: own }
    }),
  }
  const items = [{ itemId: 'item-1', line: 1, name: '设备', quantity: '2' }]
  const notice = (no: number, kind: number, data: object) => ({
    type: PUBLISHED_NOTICE_TYPE,
    tenant_id: 1,
    id: `notice-${no}`,
    order_id: orderId,
    orderCode: code,
    code: `${code}-0${no}`,
    kind,
    title,
    content: null,
    data,
    published_at: `2026-11-0${no}T01:00:00.000Z`,
    publicity_end: null,
    contentHash: printOf(`notice ${no}`),
    signature: '',
  })
  const terms = { version: 1, schedule, bond: '20.00', controlPrice, documentFee: '0.00', suite: 'intl' }
  const hashes = { items: { count: 1, sha256: hashOf(items) }, settings: { sha256: hashOf(settings) } }
  const ranked = review.results.ranking.toSorted((a, b) => a.rank - b.rank)
  const rows = ranked.map(({ bidId, total }, i) => ({
    tradeId: bidId,
    rank: i + 1,
    price: review.bids.find(({ id }) => id === bidId)!.price,
    score: total,
  }))
  const told = rows.map(({ tradeId, rank, price, score }) => ({
    rank,
    price,
    score,
    creditCode: supplierOf(tradeId).creditCode,
  }))
  const [first] = rows
  const winner = supplierOf(first!.tradeId)
  const lines = [{ itemId: 'item-1', quantity: '2', unitPrice: '450', amount: '900.00' }]
  const files: Record<string, unknown> = {
    'order/project.json': { id: 'project-1' },
    'order/order.json': {
      id: orderId,
      code,
      title,
      project_id: 'project-1',
      suite: 'intl',
      bond: '20.00',
      control_price: controlPrice,
      document_fee: '0.00',
      review_method: method,
      bid_end: END,
      open_at: END,
      settings,
    },
    'order/items.json': items,
    'order/schedule-versions.json': {
      versions: [{ version: 1, notice: `${code}-01`, at: '2026-11-01T01:00:00.000Z', schedule }],
      final: schedule,
    },
    'order/bonds.json': {
      type: BONDS_TYPE,
      orderId,
      amount: '20.00',
      bidEnd: END,
      terms: settings.bond,
      recorded: [],
      decisions: [],
      standings: review.bids.map(({ id }) => ({ tradeId: id, supplier: supplierOf(id).name, standing: null })),
      candidates: rows.map(({ tradeId }) => tradeId),
      facts: [],
    },
    'order/candidates.json': rows.map((row) => ({
      ...row,
      supplierName: supplierOf(row.tradeId).name,
      creditCode: supplierOf(row.tradeId).creditCode,
      talkedFrom: null,
      lines: null,
    })),
    'order/award.json': [
      { trade_id: first!.tradeId, name: winner.name, company_id: winner.companyId, price: first!.price, lines },
    ],
    'order/result-versions.json': {
      candidates: [{ resultId: 'result-1', version: 1, notice: { code: `${code}-02` }, rows }],
      award: [{ resultId: 'result-2', version: 1, notice: { code: `${code}-03` }, rows: [{ ...first!, rank: null }] }],
    },
    'sign-ups/sign-ups.json': review.bids.map(({ id }) => ({
      id,
      order_id: orderId,
      name: supplierOf(id).name,
      supplier_company_id: supplierOf(id).companyId,
      credit_code: supplierOf(id).creditCode,
    })),
    'audit/order.json': [
      factOf('opening.readOut', { tradeId: 'a', quote: '950.00' }),
      factOf('sale.record', null),
      factOf('sale.weigh', TAKEN),
      factOf('sale.settle', null),
    ].map((body) => ({ seq: 1, prev_hash: null, hash: null, body })),
    'sale/deals.json': { terms: sale, deals: [dealOf({ tradeId: first!.tradeId, price: first!.price! }, winner.name)] },
    'opening/opening-sheet.json': {
      rows: review.bids.map(({ no, name, opening }) => ({ no: String(no), name, amount: opening })),
    },
    'review/bundle.json': review,
    'review/report.json': {
      replayHash: review.hash,
      order: { code, controlPrice },
      bidders: review.bids.map(({ id, opening, price }) => ({ tradeId: id, quote: opening, evaluatedPrice: price })),
      ranking: review.results.ranking.map(({ bidId, rank, total }) => ({ tradeId: bidId, rank, total })),
    },
    'review/signatures.json': [{ sha256: printOf('report') }],
    'notices/1.json': notice(1, 1, { ...terms, ...hashes }),
    'notices/2.json': notice(2, 4, { candidates: told }),
    'notices/3.json': notice(3, 5, { winners: told.slice(0, 1) }),
    'log/records.json': {
      type: LOG_RECORDS_TYPE,
      tenantId: '1',
      orderId,
      logKey: '',
      records: [
        recordOf(orderId, 'notice', null),
        recordOf(orderId, 'schedule', { type: 'kaibiao.schedule/1', noticeId: 'notice-1', schedule }),
        ...review.bids.map(({ id }) =>
          recordOf(orderId, 'sign-up', {
            type: 'kaibiao.sign-up/1',
            tradeId: id,
            supplierId: supplierOf(id).companyId,
          }),
        ),
        recordOf(orderId, 'opening', {
          type: 'kaibiao.opening-list/1',
          stage: 1,
          bidders: review.bids.map(({ id, opening }) => ({ tradeId: id, quote: opening })),
        }),
        recordOf(orderId, 'review-bundle', {
          type: 'kaibiao.review/1',
          bundle: null,
          report: printOf('report of the first stage'),
        }),
        recordOf(orderId, 'review-bundle', {
          type: 'kaibiao.review/1',
          bundle: review.hash,
          report: printOf('report'),
        }),
        recordOf(orderId, 'award', {
          type: 'kaibiao.result/1',
          resultId: 'result-1',
          kind: 'candidates',
          candidates: rows,
        }),
        recordOf(orderId, 'award', {
          type: 'kaibiao.result/1',
          resultId: 'result-2',
          kind: 'award',
          winners: [{ tradeId: first!.tradeId, price: first!.price, lines }],
        }),
      ],
    },
  }
  const quotes = review.bids.map(({ id, no, opening }) => ({
    bidderId: supplierOf(id).companyId,
    round: 1,
    no: `0${no}`,
    sheet: { total: opening },
  }))
  const body = { tenantId: '1', orderId, code, title, suite: 'intl', outcome: 'awarded', sections: [], members: [] }
  return { type: AGREEMENT, body, files, quotes }
}

const TAKEN = [{ itemId: 'item-1', quantity: '1.5' }]

/** Of two announced one and a half were taken: a quarter of the price went back. */
function dealOf({ tradeId, price }: { tradeId: string; price: string }, buyerName: string) {
  const back = new Exact(price).times('0.25').toFixed(2, Exact.ROUND_HALF_UP)
  const amount = new Exact(price).minus(back).toFixed(2)
  return {
    tradeId,
    state: 'settled',
    buyerName,
    price,
    awardedAt: '2026-12-10T01:00:00.000Z',
    dueAt: '2026-12-15T01:00:00.000Z',
    paid: amount,
    paidAt: '2026-12-11T01:00:00.000Z',
    amount,
    rest: '0.00',
    endedAt: '2026-12-14T01:00:00.000Z',
    lines: [{ itemId: 'item-1', quantity: '2', taken: '1.5' }],
    weighings: [{ no: 1, at: '2026-12-12T01:00:00.000Z', lines: TAKEN, state: 'confirmed' }],
    payments: [
      { amount: price, isOnline: false, at: '2026-12-11T01:00:00.000Z' },
      { amount: `-${back}`, isOnline: false, at: '2026-12-14T01:00:00.000Z' },
    ],
  }
}

function factOf(action: string, data: unknown): string {
  return JSON.stringify({ seq: 1, action, data })
}

function recordOf(subject: string, type: string, text: object | null) {
  const record = { type, subject, hash: printOf('notice 1'), at: '2026-11-01T01:00:00.000Z' }
  return { record, text: text && JSON.stringify(text), salt: '', leaf: null, head: null }
}
