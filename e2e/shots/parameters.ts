import { createHash } from 'node:crypto'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Workbench } from '#contract/workbench.ts'
import { Cast } from '#demo/cast.ts'
import type { Account } from '#demo/people.ts'
import { type PlanName, PLANS } from '#demo/tenders.ts'
import { applicationPage as certificateApplications } from '#features/certificates/contract/company.ts'
import { demandPage } from '#features/demands/contract/demand.ts'
import { demandTrades } from '#features/demands/contract/survey.ts'
import { companies, companyAudits, tenants } from '#features/enterprise/contract/admin.ts'
import { appraisalPage } from '#features/appraisals/contract/appraisals.ts'
import { auditPage } from '#features/enterprise/contract/certification.ts'
import { applicationPage } from '#features/experts/contract-audit.ts'
import { extractionPage, invitationPage } from '#features/experts/contract-extraction.ts'
import { meetingPage } from '#features/meetings/contract/meetings.ts'
import { invite } from '#features/meetings/contract/online.ts'
import { expertPage } from '#features/experts/contract.ts'
import { ownCeremonies } from '#features/joint-key/contract.ts'
import { callOffPage } from '#features/contracts/contract/call-off.ts'
import { contractPage } from '#features/contracts/contract/contract.ts'
import { ownTeams } from '#features/contracts/contract/team.ts'
import { agreementPage } from '#features/frame-agreements/contract/agreement.ts'
import { competitionList } from '#features/frame-agreements/contract/competition.ts'
import { entryPage } from '#features/frame-agreements/contract/entry.ts'
import { auctionTicket } from '#features/auction/contract.ts'
import { compete } from '#features/procurement/methods/compete.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { orderDetail, orderPage } from '#features/procurement/contract/order.ts'
import { paidRecords } from '#features/portraits/contract.ts'
import { portalNotices } from '#features/procurement/contract/portal.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import { tradePage } from '#features/procurement/contract/trade.ts'
import { recruitPage } from '#features/recruit/contract/order.ts'
import { tradePage as applicationsTo } from '#features/recruit/contract/trade.ts'
import { bidRoom, receiptJson } from '#features/sealed-bids/contract.ts'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { taskPage } from '#features/sms-tasks/contract/tasks.ts'
import { drawPage } from '#features/supplier-draws/contract.ts'
import { supplierPage } from '#features/suppliers/contract/library.ts'
import { onboardingPage } from '#features/suppliers/contract/onboarding.ts'
import { templatePage } from '#features/templates/contract/templates.ts'
import { definitionPage } from '#features/workflow/contract/definitions.ts'
import { launchPage } from '#features/workflow/contract/lists.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

/** An order by its plan, or by what its title says. */
export type OrderName = PlanName | 'draft' | 'joint' | 'jointOpening'
const TITLES: Partial<Record<OrderName, string>> = {
  draft: '医用直线加速器采购（联合密钥）',
  joint: '血液透析机采购（联合密钥）',
  jointOpening: '数字减影血管造影系统采购（联合密钥）',
}

export type Known = Partial<Record<string, string>>

/** What stands for the parameters of an address. */
export type Parameters = (at: { pattern: string; workbench: Workbench | ''; order: OrderName }) => Known

/** Looks up what the demonstration world has for every parameter. */
export async function parametersOf(base: string): Promise<Parameters> {
  const cast = new Cast(base)
  const [buyer, agent, supplier] = await Promise.all([cast.as('buyer'), cast.as('agent'), cast.as('supplier1')])
  const bought = await everyOrder(buyer)
  const run = await everyOrder(agent)
  const of = (name: OrderName) => {
    const title = TITLES[name] ?? PLANS[name as PlanName].title
    return bought.find((row) => row.title === title)!
  }
  const bidding = of('endoscope').orderId
  const document = (await buyer.call(orderDetail, { params: { orderId: bidding } })).files[0]?.fileId
  const [trade] = (await buyer.call(tradePage, { params: { orderId: bidding } })).rows
  const agencies = await agencyOrders(agent, run)
  const [notice] = (await buyer.call(portalNotices, {})).rows
  const { current } = await supplier.call(bidRoom, { params: { orderId: bidding } })
  const hash = current && (await hashOf(supplier, { orderId: bidding, submissionId: current.submissionId }))
  const bidders = await biddersOf(cast, of)
  const auctions = await auctionsOf(cast)
  const byPattern = await Promise.all([
    ...(await people(cast)),
    demandOf(buyer, '/purchaser/medical-demands/'),
    demandOf(agent, '/agency/medical-demands/'),
    demandOf(buyer, '/medical-demand/'),
    drawOf(buyer),
    smsTaskOf(buyer),
    appraisalOf(buyer, '/evaluation/appraisal/', 'published'),
    appraisalOf(buyer, '/evaluation/hall/', 'scoring'),
    appraisalOf(buyer, '/supplier/appraisals/', 'published'),
    recruitOf(buyer, '/supplier-management/recruit/'),
    recruitOf(agent, '/agency/recruit/'),
    recruitOf(buyer, '/supplier/recruit/'),
    ...(await contractsOf(buyer, 'purchaser')),
    ...(await contractsOf(supplier, 'supplier')),
    ...(await teamsOf(cast)),
    ...(await agreementsOf(buyer, supplier)),
    portraitOf(supplier),
    meetingOf(buyer),
    invitationOf(buyer),
    certificateOf(supplier, '/services/ca/'),
    certificateOf(supplier, '/admin/ca/'),
    ...TEMPLATES.map(async (kind): Promise<Found> => {
      const { rows } = await buyer.call(templatePage, { params: { kind }, query: { owner: 'own' } })
      const editable = rows.find(({ actions }) => actions.some(({ action }) => action === 'edit'))
      return [`/templates/${kind}/`, { templateId: (editable ?? rows[0])?.templateId }]
    }),
  ])
  const common: Known = {
    alias: 'kaibiao',
    noticeId: notice?.noticeId,
    biddingFileId: document,
    attachmentIds: document,
    submissionId: current ? `${current.submissionId}#${hash}` : undefined,
    tradeId: trade?.tradeId,
    supplierId: trade?.supplierId,
    isApproval: '1',
  }
  return ({ pattern, workbench, order: name }) => {
    if (pattern.includes('/compete')) return auctions(pattern, workbench)
    const byAgency = agencies(pattern)
    const order = workbench === 'agency' ? byAgency.order : of(name)
    const special = byPattern.filter(([part]) => pattern.includes(part)).map(([, known]) => known)
    const own = { bidderId: bidders[name], orderId: order.orderId, projectId: order.projectId }
    const ofAgent: Known = workbench === 'agency' ? byAgency.known : {}
    const known: Known = Object.assign({ ...common, ...ofAgent, ...own }, ...special)
    return workbench === 'expert' || workbench === 'supplier' ? { ...known, projectId: order.orderId } : known
  }
}

/** A draw of suppliers that was made. */
async function drawOf(client: HttpClient): Promise<Found> {
  const { rows } = await client.call(drawPage, { query: { state: 'drawn' } })
  return ['/supplier-management/extraction/', { drawId: rows[0]?.drawId }]
}

/** A task of text messages that was sent. */
async function smsTaskOf(client: HttpClient): Promise<Found> {
  const { rows } = await client.call(taskPage, { query: { state: 'sent' } })
  return ['/supplier-management/sms/tasks/', { taskId: rows[0]?.taskId }]
}

/** An appraisal of suppliers in a state. */
async function appraisalOf(client: HttpClient, part: string, state: 'scoring' | 'published'): Promise<Found> {
  const { rows } = await client.call(appraisalPage, { query: { state } })
  return [part, { appraisalId: rows[0]?.appraisalId }]
}

/** Contracts and orders of a side; the supplier's as its own page addresses them. */
async function contractsOf(client: HttpClient, side: 'purchaser' | 'supplier'): Promise<Found[]> {
  const { rows } = await client.call(contractPage, { query: { pageSize: 100 } })
  const of = (state: string) => (rows.find((row) => row.state === state) ?? rows[0])?.contractId
  const orders = (await client.call(callOffPage, { query: { pageSize: 100 } })).rows
  const callOff = orders.find(({ hasUnjudged }) => hasUnjudged) ?? orders[0]
  const at = `/${side}/performance/contract/`
  return [
    [at, { contractId: of('signed') }],
    [`${at}:contractId/edit`, { contractId: of('draft') }],
    [side === 'supplier' ? '/order-collaboration/' : '/purchaser-order/', { orderId: callOff?.callOffId }],
  ]
}

/** What an employee and an expert are asked to look at, and who they are. */
async function teamsOf(cast: Cast): Promise<Found[]> {
  const of = async (who: 'newbie' | 'expert2') => {
    const { rows } = await (await cast.as(who)).call(ownTeams, {})
    return { who, teamId: rows[0]?.teamId }
  }
  return [
    ['/purchaser/performance/acceptance', await of('newbie')],
    ['/review/acceptances', await of('expert2')],
  ]
}

/** A frame agreement in force with orders, a draft of one, and the supplier's part of it. */
async function agreementsOf(buyer: HttpClient, supplier: HttpClient): Promise<Found[]> {
  const { rows } = await buyer.call(agreementPage, { query: { pageSize: 100 } })
  const agreementId = rows.find(({ state, orders }) => state === 'inForce' && orders > 1)?.agreementId
  const own = (await supplier.call(entryPage, { query: { pageSize: 100 } })).rows
  const entryId = (own.find((row) => row.agreementId === agreementId) ?? own[0])?.entryId
  const competing = rows.find(({ state, rule }) => state === 'inForce' && rule === 'competition')?.agreementId ?? ''
  const competitions = await buyer.call(competitionList, { params: { agreementId: competing } })
  const competitionId = competitions[0]?.competitionId
  const competes = own.find((row) => row.agreementId === competing)?.entryId
  return [
    ['/frame-agreements/', { agreementId }],
    ['/frame-agreements/:agreementId/edit', { agreementId: rows.find(({ state }) => state === 'draft')?.agreementId }],
    ['/purchaser/performance/framework-agreement/', { agreementId }],
    ['/supplier/performance/framework-agreement/', { entryId }],
    ['/framework-agreement/:agreementId/competitions', { agreementId: competing, competitionId }],
    ['/framework-agreement/:entryId/competitions', { entryId: competes, competitionId }],
  ]
}

/** A portrait that a supplier has open. */
async function portraitOf(client: HttpClient): Promise<Found> {
  const { rows } = await client.call(paidRecords, { query: {} })
  return ['/supplier/portraits/', { recordId: rows[0]?.recordId }]
}

/** An online meeting that was held. */
async function meetingOf(client: HttpClient): Promise<Found> {
  const { rows } = await client.call(meetingPage, { query: { stage: 'over' } })
  return ['/services/schedule/meeting/', { meetingId: rows.find(({ online }) => online === 'platform')?.meetingId }]
}

/** A link to a meeting that is to come. */
async function invitationOf(client: HttpClient): Promise<Found> {
  const { rows } = await client.call(meetingPage, { query: { stage: 'toCome' } })
  const meetingId = rows.find(({ isHost }) => isHost)?.meetingId
  const made = meetingId && (await client.call(invite, { params: { meetingId }, body: { guest: '受邀人' } }))
  return ['/schedule/meeting/invitation/', { code: made ? made.code : undefined }]
}

/** An application for a certificate that waits for the platform. */
async function certificateOf(client: HttpClient, part: string): Promise<Found> {
  const { rows } = await client.call(certificateApplications, { query: { status: 1 } })
  return [part, { id: rows[0]?.applicationId }]
}

/** A call for suppliers that somebody applied to, the oldest: it is the one that says most. */
async function recruitOf(client: HttpClient, part: string): Promise<Found> {
  const { rows } = await client.call(recruitPage, { query: { state: 'recruiting', pageSize: 100 } })
  const call = rows.findLast(({ applied }) => applied > 0)!
  const trades = await client.call(applicationsTo, { params: { orderId: call.orderId } })
  return [part, { orderId: call.orderId, tradeId: trades.rows[0]?.tradeId }]
}

/** A medical demand that was answered, its first answer in the first round; the oldest says most. */
async function demandOf(client: HttpClient, part: string): Promise<Found> {
  const { rows } = await client.call(demandPage, { query: { profile: 'medical', state: 'ended', pageSize: 100 } })
  const { demandId } = rows.at(-1)!
  const trades = await client.call(demandTrades, { params: { demandId } })
  const tradeId = trades.rows[0]?.tradeId
  return [part, { orderId: demandId, tradeId, roundId: '1', inviteId: tradeId }]
}

type Order = OutputOf<typeof orderPage>['rows'][number]

/** More than one page: the demonstration has a good hundred of them. */
async function everyOrder(client: HttpClient): Promise<Order[]> {
  const rows: Order[] = []
  for (let pageNo = 1; ; pageNo++) {
    const page = await client.call(orderPage, { query: { pageSize: 100, pageNo } })
    rows.push(...page.rows)
    if (page.next === null) return rows
  }
}

/** What an agency runs: by the family in the address the newest order that has a sign-up, else the newest. */
async function agencyOrders(agent: HttpClient, run: readonly Order[]) {
  const all = await Promise.all(
    run.map(async (order) => {
      const params = { orderId: order.orderId }
      const { files } = await agent.call(orderDetail, { params })
      const trades = await agent.call(tradePage, { params })
      const [file, trade] = [files[0]?.fileId, trades.rows[0]]
      const known: Known = {
        biddingFileId: file,
        attachmentIds: file,
        tradeId: trade?.tradeId,
        supplierId: trade?.supplierId,
      }
      const [, , family] = placeOf({ id: order.orderId, method: order.method }, 'publish.detail', 'agency').split('/')
      return { order, known, family }
    }),
  )
  return (pattern: string) => {
    const own = all.filter(({ family }) => pattern.startsWith(`/agency/${family}/`))
    return own.find(({ known }) => known.tradeId) ?? own[0] ?? all[0]!
  }
}

/** Auctions: one that has ended says most; what is about an abortive one shows such. Tickets are each person's own. */
async function auctionsOf(cast: Cast): Promise<(pattern: string, workbench: string) => Known> {
  const [buyer, agent, supplier] = await Promise.all([cast.as('buyer'), cast.as('agent'), cast.as('supplier1')])
  const method = compete.code
  const bought = (await buyer.call(orderPage, { query: { method } })).rows
  const run = (await agent.call(orderPage, { query: { method } })).rows
  const ended = bought.find((row) => row.state === 'auction.ended')!
  const failed = bought.find((row) => row.state === 'abortive.declared')!
  const awarded = bought.find((row) => row.state === 'winner.fixed')!
  const seen = async (client: HttpClient, order: typeof ended): Promise<Known> => {
    const params = { orderId: order.orderId }
    const { token } = await client.call(auctionTicket, { params })
    return { orderId: order.orderId, projectId: order.projectId, token, method: 'detail' }
  }
  const tradeOf = async (client: HttpClient, order: typeof ended): Promise<Known> => {
    const { rows } = await client.call(tradePage, { params: { orderId: order.orderId } })
    return { tradeId: rows[0]?.tradeId }
  }
  const known: Record<string, Known> = {
    purchaser: { ...(await seen(buyer, ended)), ...(await tradeOf(buyer, ended)) },
    agency: { ...(await seen(agent, run[0]!)), ...(await tradeOf(agent, run[0]!)) },
    supplier: await seen(supplier, ended),
  }
  return (pattern, workbench) => ({
    ...known[workbench],
    abnormal: 'abnormal',
    ...(/aborted-detail|discarded/.test(pattern) && workbench === 'purchaser' ? { orderId: failed.orderId } : {}),
    ...(/:abnormal/.test(pattern) && workbench === 'purchaser' ? { orderId: awarded.orderId } : {}),
  })
}

const TEMPLATES = [
  'notice',
  'material',
  'selection',
  'ai-avatar',
  'review-report',
  'integrity-commitment',
  'demands-parameter',
] as const
const EXTRACTIONS = { project: 1, performance: 2, 'demand-verification': 3, interview: 4 }

type Found = readonly [part: string, known: Known]

/** What companies, experts, administrators and approvers see, by the part of the address it belongs to. */
async function people(cast: Cast): Promise<Promise<Found>[]> {
  const [buyer, admin] = await Promise.all([cast.as('buyer'), cast.as('admin')])
  const [keeper, handler] = await Promise.all([cast.as('bj-buyer'), cast.as('bj-handler')])
  const extraction = async ([name, kind]: [string, number]): Promise<Found> => {
    const { rows } = await buyer.call(extractionPage, { query: { kind } })
    return [`/extraction/${name}/`, { extractionId: rows[0]?.extractionId }]
  }
  return [
    ...Object.entries(EXTRACTIONS).map(extraction),
    buyer
      .call(expertPage, { query: { library: 'company' } })
      .then(({ rows }) => ['/expert/manage/', { expertId: rows[0]?.expertId }]),
    buyer.call(applicationPage, {}).then(({ rows }) => ['/expert/audit/', { applicationId: rows[0]?.applicationId }]),
    buyer
      .call(auditPage, { query: { of: 'company' } })
      .then(({ rows }) => ['/certificate/process/', { auditId: rows[0]?.auditId }]),
    buyer.call(ownCeremonies, {}).then((list) => ['/joint-keys/', { ceremonyId: list[0]?.ceremonyId }]),
    admin.call(companyAudits, {}).then(({ rows }) => ['/admin/company-audits/', { auditId: rows[0]?.auditId }]),
    admin.call(companies, {}).then(({ rows }) => ['/admin/companies/', { companyId: rows[0]?.companyId }]),
    admin.call(tenants, {}).then((list) => ['/admin/tenants/', { id: String(list[0]!.tenantId) }]),
    invited(cast),
    ...supplierRecords(buyer),
    keeper.call(definitionPage, {}).then(({ rows }) => ['/design/', { definitionId: rows[0]?.definitionId }]),
    handler.call(launchPage, {}).then(({ rows }) => ['/to-do-list/workflow/', { workflowId: rows[0]?.workflowId }]),
  ]
}

/** The supplier with most to show, and a proposal of either way; forms show a draft. */
function supplierRecords(buyer: HttpClient): Promise<Found>[] {
  const proposal = async (way: 'recommend' | 'direct', isDraft: boolean): Promise<Found> => {
    const state = isDraft ? 'draft' : way === 'direct' ? 'accepted' : 'proposed'
    const { rows } = await buyer.call(onboardingPage, { query: { way, state } })
    return [`/onboarding/${way}/${isDraft ? 'form' : ':'}`, { onboardingId: rows[0]?.onboardingId }]
  }
  return [
    buyer
      .call(supplierPage, { query: { grade: 'A' } })
      .then(({ rows }) => ['/supplier-management/library/', { supplierId: rows[0]?.supplierId }]),
    ...(['recommend', 'direct'] as const).flatMap((way) => [proposal(way, true), proposal(way, false)]),
  ]
}

/** Experts are drawn at random: `who` is one of those that were. */
async function invited(cast: Cast): Promise<Found> {
  for (const who of ['expert3', 'expert5', 'expert6', 'expert7', 'expert9'] as const) {
    const client = await cast.as(who)
    const [call] = (await client.call(invitationPage, {})).rows
    if (call) return ['/review/invitations', { callId: call.callId, who }]
  }
  return ['/review/invitations', {}]
}

/** The trade with which somebody bids, by order. */
async function biddersOf(
  cast: Cast,
  of: (name: OrderName) => { orderId: string },
): Promise<Partial<Record<OrderName, string>>> {
  const BIDDERS: Partial<Record<OrderName, Account>> = {
    ventilator: 'supplier1',
    monitor: 'supplier1',
    clean: 'supplier2',
    jointOpening: 'supplier1',
  }
  const found = Object.entries(BIDDERS).map(async ([name, account]) => {
    const client = await cast.as(account)
    const { tradeId } = await client.call(tenderDetail, { params: { orderId: of(name as OrderName).orderId } })
    return [name, tradeId ?? undefined] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

async function hashOf(supplier: HttpClient, params: { orderId: string; submissionId: string }): Promise<string> {
  const { content } = await supplier.file(receiptJson, { params })
  const { body } = JSON.parse(content.toString()) as Receipt
  return createHash('sha256').update(canonicalBytes(body)).digest('hex')
}
