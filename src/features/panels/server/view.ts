import { AppError } from '#contract/errors.ts'
import { drawsOf, viewOf } from '#features/draws/server/public.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { fileAnswer } from '#features/procurement/server/public.ts'
import { groupTermsOf, leastSuppliers } from '#features/procurement/rules/group-terms.ts'
import { quoteFiles } from '#features/quotes/server/public.ts'
import { talkStands } from '#features/talks/server/public.ts'
import { implementForPerson, implementFile, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import type { ConformityAnswer } from '../rules/conformity.ts'
import { type ChangeKind, type OutCause, PANEL_STATUS, type PanelStage, type Role } from '../rules/panel.ts'
import type { Mark } from '../rules/result.ts'
import { groupOf, SEATED, type Seat, seatAt, supplierNames, TURNS } from './access.ts'
import { compositionFindings } from './composition.ts'
import { activeOf, type Ctx, type StoredReport } from './rows.ts'
import { openSheets } from './sheets.ts'
import { openRound, responsesOf } from './stand.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

export const viewRoutes: readonly Route[] = [
  implementForPerson(contract.panelDesk, SEATED, async (ctx, { params }) =>
    deskOf(ctx, await seatAt(ctx, params.orderId)),
  ),

  implementFile(contract.panelFile, { ...SEATED, audience: 'person' }, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.orderId)
    if (!seesResponses(seat)) throw new AppError('notFound')
    const { quoteId, fileId } = params
    const known = (await responsesOf(ctx, params.orderId)).some((one) => one.quoteId === quoteId)
    const file = known && (await quoteFiles(ctx, [quoteId])).get(quoteId)?.find((one) => one.fileId === fileId)
    if (!file) throw new AppError('notFound')
    return fileAnswer(ctx, file)
  }),
]

/** The buyer's side has them in its comparison; a member sees them once it has declared to have no interest. */
function seesResponses({ isBuyer, who, panel }: Seat): boolean {
  return panel.stage !== 'forming' && (isBuyer || who.hasDeclared)
}

async function deskOf(ctx: Ctx, seat: Seat): Promise<contract.Desk> {
  const { order, panel, members, sheets, changes, own, who, facts, isBuyer } = seat
  const { id: orderId, code, title, method } = order
  const { name: groupName, decides } = groupOf(order)
  const { size, minutes } = groupTermsOf(order.settings)
  const sheetsOpen = await openSheets(ctx, panel)
  const memberName = (id: string) => members.find((one) => one.id === id)?.name ?? ''
  const round = await openRound(ctx, orderId)
  const draws = await drawsOf(ctx, orderId, [TURNS])
  const report = panel.report as unknown as StoredReport | null
  return {
    orderId,
    code,
    title,
    method,
    groupName,
    decides,
    readsOrder: isBuyer,
    stage: panel.stage as PanelStage,
    roundNo: panel.roundNo,
    failReason: panel.failReason,
    startedAt: iso(panel.startedAt),
    endedAt: iso(panel.endedAt),
    size,
    least: leastSuppliers(methodOf(method), order.settings),
    minutes,
    actions: PANEL_STATUS.allowed(facts, who, ctx.clock.now().getTime()),
    members: members.map((one) => ({
      memberId: one.id,
      name: one.name,
      role: one.role as Role,
      employer: one.employer,
      isDrawn: one.isDrawn,
      isOwn: one.id === own?.id,
      declaredAt: iso(one.declaredAt),
      hasHandedIn: sheets.some(({ memberId }) => memberId === one.id),
      outReason: one.outReason,
      signedAt: iso(one.signedAt),
      dissent: one.dissent,
    })),
    findings: isBuyer && panel.stage === 'forming' ? await compositionFindings(ctx, order, activeOf(members)) : [],
    suppliers: seesResponses(seat) ? await suppliersOf(ctx, seat) : [],
    talk: seesResponses(seat) ? await openTalk(ctx, orderId) : null,
    conformity: sheetsOpen
      .filter(({ kind }) => kind === 'conformity')
      .map(({ memberId, roundNo, body }) => ({
        roundNo,
        name: memberName(memberId),
        answers: (body as { answers: ConformityAnswer[] }).answers,
      })),
    votes: sheetsOpen
      .filter(({ kind }) => kind === 'vote')
      .map(({ memberId, body }) => ({
        name: memberName(memberId),
        tradeIds: (body as { tradeIds: string[] }).tradeIds,
      })),
    scores: sheetsOpen
      .filter(({ kind }) => kind === 'score')
      .map(({ memberId, body }) => ({ name: memberName(memberId), marks: (body as { marks: Mark[] }).marks })),
    ways:
      decides === 'lowest'
        ? []
        : OrderSettings.parse(order.settings)
            .ways.filter(({ itemKind }) => itemKind === 2)
            .map(({ name, fullMark, isAutomatic, items }) => ({
              name,
              fullMark,
              isPrice: isAutomatic,
              items: items.map((item) => ({ name: item.name, standard: item.standard, fullMark: item.fullMark })),
            })),
    changes: changes.map((one) => ({
      version: one.version,
      kinds: one.kinds as ChangeKind[],
      content: one.content,
      deadline: one.deadline.toISOString(),
      proposedName: one.proposedName,
      proposedAt: one.proposedAt.toISOString(),
      agreed: one.agreed,
      decidedName: one.decidedName,
      decidedAt: iso(one.decidedAt),
      reason: one.reason,
      roundNo: one.roundNo,
      hash: one.hash?.toString('hex') ?? null,
    })),
    open: round?.deadline
      ? { roundNo: round.roundNo, deadline: round.deadline.toISOString(), isFinal: round.isFinal }
      : null,
    draws: seesResponses(seat)
      ? await Promise.all(draws.filter(({ frozenAt }) => frozenAt !== null).map((row) => viewOf(ctx, row)))
      : [],
    report: report && {
      hash: panel.reportHash!.toString('hex'),
      at: panel.reportedAt!.toISOString(),
      note: report.note,
      ranking: report.ranking.map(({ name, ...row }) => ({ ...row, supplierName: name })),
    },
    own: own
      ? { memberId: own.id, name: own.name, isRepresentative: who.isRepresentative, hasDeclared: who.hasDeclared }
      : null,
  }
}

async function openTalk(ctx: Ctx, orderId: string) {
  const talks = await talkStands(ctx, orderId)
  const talk = talks.find(({ state }) => state === 'running') ?? talks.find(({ state }) => state === 'called')
  return talk ? { talkId: talk.talkId, supplierName: (await supplierNames(ctx, orderId))(talk.tradeId) } : null
}

async function suppliersOf(ctx: Ctx, { order, suppliers }: Seat) {
  const [nameOf, responses, talks] = await Promise.all([
    supplierNames(ctx, order.id),
    responsesOf(ctx, order.id),
    talkStands(ctx, order.id),
  ])
  const files = await quoteFiles(
    ctx,
    responses.map(({ quoteId }) => quoteId),
  )
  return suppliers.map(({ tradeId, cause, reason, outAt }) => ({
    tradeId,
    supplierName: nameOf(tradeId),
    cause: cause as '' | OutCause,
    reason,
    outAt: iso(outAt),
    talks: talks.filter((one) => one.tradeId === tradeId && one.isHeld).length,
    responses: responses
      .filter((one) => one.tradeId === tradeId)
      .map(({ roundNo, roundId, quoteId, total, submittedAt, invalid }) => ({
        roundNo,
        roundId,
        quoteId,
        total,
        submittedAt: submittedAt.toISOString(),
        invalid,
        files: (files.get(quoteId) ?? []).map(({ fileId, label, name }) => ({ fileId, label, name })),
      })),
  }))
}
