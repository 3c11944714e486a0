import * as c from '#features/panels/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { answerTalk, goOnWithTalk } from './round-talks.ts'
import * as talks from '#features/talks/contract-round.ts'

/** Composes a group of these people, by name, and begins its review. */
export async function beginPanel(
  owner: HttpClient,
  orderId: string,
  names: { representatives: readonly string[]; experts: readonly string[] },
): Promise<void> {
  await composePanel(owner, orderId, names)
  await owner.call(c.startPanel, { params: { orderId } })
}

/** Composes a group of these people, by name. */
export async function composePanel(
  owner: HttpClient,
  orderId: string,
  names: { representatives: readonly string[]; experts: readonly string[] },
): Promise<void> {
  const params = { orderId }
  const { representatives, experts } = await owner.call(c.panelPeople, { params })
  const employeeIds = names.representatives.map((name) => known(representatives, name).employeeId)
  const expertIds = names.experts.map((name) => known(experts, name).expertId)
  await owner.call(c.choosePanel, { params, body: { employeeIds, expertIds } })
}

/** A member declares to have no interest in the suppliers. */
export async function declare(member: HttpClient, orderId: string): Promise<void> {
  await member.call(c.declarePanel, { params: { orderId }, body: { hasConflict: false, reason: '' } })
}

/** A member judges the responses of the round: all conform, but for those with a reason against them. */
export async function judgeResponses(
  member: HttpClient,
  orderId: string,
  against: Readonly<Record<string, string>> = {},
): Promise<string> {
  const params = { orderId }
  const { suppliers, roundNo, own } = await member.call(c.panelDesk, { params })
  const answers = suppliers
    .filter(({ cause }) => cause === '')
    .map(({ tradeId }) => ({ tradeId, conforms: !(tradeId in against), reason: against[tradeId] ?? '' }))
  const { hash } = await member.call(c.handInConformity, { params, body: { roundNo, answers, signature: own!.name } })
  return hash
}

/** A member recommends the first of the solutions, as many as must remain. */
export async function vote(member: HttpClient, orderId: string): Promise<void> {
  const params = { orderId }
  const { suppliers, roundNo, own, least } = await member.call(c.panelDesk, { params })
  const tradeIds = suppliers.flatMap(({ tradeId, cause }) => (cause === '' ? [tradeId] : [])).slice(0, least)
  await member.call(c.handInVote, { params, body: { roundNo, tradeIds, signature: own!.name } })
}

/** A member scores all offers: each item at its part of the full mark, a little less for each further supplier. */
export async function score(member: HttpClient, orderId: string, part: number): Promise<void> {
  const params = { orderId }
  const { suppliers, roundNo, own, ways } = await member.call(c.panelDesk, { params })
  const going = suppliers.filter(({ cause }) => cause === '').map(({ tradeId }) => tradeId)
  const marks = ways
    .filter(({ isPrice }) => !isPrice)
    .flatMap(({ items }, way) =>
      items.flatMap(({ fullMark }, item) =>
        going.map((tradeId, i) => ({
          tradeId,
          way,
          item,
          score: (Number(fullMark) * (part - i * 0.05)).toFixed(1),
        })),
      ),
    )
  await member.call(c.handInScores, { params, body: { roundNo, marks, signature: own!.name } })
}

/** Draws the order of the talks; who is to be talked to shows once the draw is made. */
export async function drawTurns(owner: HttpClient, orderId: string, now: Date): Promise<void> {
  await owner.call(c.drawTurns, {
    params: { orderId },
    body: {
      beginsAt: new Date(now.getTime() + 10 * 60_000).toISOString(),
      place: '采购人三楼洽谈室',
      subject: '技术要求、交货安排、售后服务和合同条款',
    },
  })
}

/** Holds the talks that were drawn, in their order, or the first so many of them; each supplier signs. */
export async function holdTalks(
  owner: HttpClient,
  orderId: string,
  { supplierOf, most = Infinity }: { supplierOf: (tradeId: string) => Promise<HttpClient>; most?: number },
): Promise<void> {
  const { talks: known } = await owner.call(talks.roundTalks, { params: { orderId } })
  const open = known
    .filter(({ state, turn }) => turn !== null && (state === 'planned' || state === 'called'))
    .toSorted((a, b) => a.turn! - b.turn!)
  for (const { talkId, tradeId } of open.slice(0, most)) {
    for (let i = 0; i < 3; i++) await goOnWithTalk(owner, orderId, talkId)
    await answerTalk(await supplierOf(tradeId), orderId)
  }
}

/** Waits until the order of talks was drawn, which is work beside requests. Throws after a minute. */
export async function awaitTurns(owner: HttpClient, orderId: string): Promise<void> {
  const hasTurns = async () =>
    (await owner.call(talks.roundTalks, { params: { orderId } })).talks.some(({ turn }) => turn !== null)
  await awaited(hasTurns, `no turns were drawn in ${orderId}`)
}

/** Waits until the review has come to a stage, as the clock brings it there. Throws after a minute. */
export async function awaitStage(owner: HttpClient, orderId: string, stage: c.Desk['stage']): Promise<void> {
  const isThere = async () => (await owner.call(c.panelDesk, { params: { orderId } })).stage === stage
  await awaited(isThere, `the review of ${orderId} did not come to ${stage}`)
}

async function awaited(test: () => Promise<boolean>, message: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await test()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(message)
}

/** A member signs the report. */
export async function signReport(member: HttpClient, orderId: string, dissent = ''): Promise<void> {
  const params = { orderId }
  const { report, own } = await member.call(c.panelDesk, { params })
  await member.call(c.signPanelReport, { params, body: { hash: report!.hash, signature: own!.name, dissent } })
}

/** What comes next for a member of a group: to declare, to judge, to agree, to score, to sign. False: nothing. */
export async function workInPanel(member: HttpClient, orderId: string): Promise<boolean> {
  const params = { orderId }
  const { actions, stage, changes } = await member.call(c.panelDesk, { params })
  const may = (name: string) => actions.some(({ action, reason }) => action === name && reason === undefined)
  const open = changes.find(({ agreed }) => agreed === null)
  if (may('declare')) await declare(member, orderId)
  else if (may('handIn')) await (stage === 'scoring' ? score(member, orderId, 0.9) : judgeResponses(member, orderId))
  else if (open && may('decide'))
    await member.call(c.decideChange, {
      params: { ...params, version: open.version },
      body: { agreed: true, reason: '' },
    })
  else if (may('sign')) await signReport(member, orderId)
  else return false
  return true
}

/** What comes next for whoever runs an order that a group reviews. False: nothing, or only to give it up. */
export async function goOnWithPanel(owner: HttpClient, orderId: string, now: Date): Promise<boolean> {
  const params = { orderId }
  const { actions, size, stage } = await owner.call(c.panelDesk, { params })
  const may = (name: string) => actions.some(({ action, reason }) => action === name && reason === undefined)
  if (stage === 'forming') {
    const { representatives, experts } = await owner.call(c.panelPeople, { params })
    const seats = Math.floor(size / 3)
    const employeeIds = representatives.slice(-seats).map(({ employeeId }) => employeeId)
    const expertIds = experts.slice(0, size - seats).map(({ expertId }) => expertId)
    await owner.call(c.choosePanel, { params, body: { employeeIds, expertIds } })
    await owner.call(c.startPanel, { params })
  } else if (may('callFinal')) {
    const deadline = new Date(now.getTime() + 24 * 3_600_000).toISOString()
    await owner.call(c.callFinalOffers, { params, body: { deadline } })
  } else if (may('draw')) await drawTurns(owner, orderId, now)
  else if (may('report')) await owner.call(c.makePanelReport, { params, body: { note: '供应商的响应满足采购需求。' } })
  else return false
  return true
}

function known<T extends { name: string }>(people: readonly T[], name: string): T {
  const found = people.find((one) => one.name === name)
  if (!found) throw new Error(`${name} may not sit in the group`)
  return found
}
