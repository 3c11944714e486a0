import { answerRound, officerRound } from '#features/inquiry/contract-keys.ts'
import * as keys from '#features/joint-key/contract.ts'
import * as invitations from '#features/joint-key/contract-invitations.ts'
import type { OfficerRole } from '#features/joint-key/rules.ts'
import * as opening from '#features/opening-hall/contract-joint.ts'
import { type Ceremony, makeDevice } from '#features/sealing/core/joint/ceremony.ts'
import { deal, type Dealing } from '#features/sealing/core/joint/dealing.ts'
import { checkJointKey, confirm, type JointKey, ownShare } from '#features/sealing/core/joint/joint-key.ts'
import { proveSelfCheck, type SelfCheck } from '#features/sealing/core/joint/self-check.ts'
import { openPartially, type PartialOpening } from '#features/sealing/core/joint/threshold.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from '../cast.ts'
import { type Account, PEOPLE } from '../people.ts'

/** An officer at the other end of the wire. */
export interface PlayOfficer {
  account: Account
  role: OfficerRole
  client: HttpClient
}

/** Officers of an order: its owner's for the purchaser, everybody else as a supervisor. */
export async function officersOf(
  cast: Pick<Cast, 'as'>,
  accounts: readonly Account[],
  owner: Account = 'buyer',
): Promise<PlayOfficer[]> {
  const officers: PlayOfficer[] = []
  for (const account of accounts)
    officers.push({
      account,
      role: account === owner ? 'purchaser' : 'supervisor',
      client: await cast.as(account),
    })
  return officers
}

/** Begins a ceremony for a draft. */
export async function startCeremony(
  owner: HttpClient,
  orderId: string,
  { threshold, officers }: { threshold: number; officers: readonly PlayOfficer[] },
): Promise<string> {
  for (const { account, client, role } of officers)
    if (role === 'supervisor') await inviteSupervisor(owner, orderId, { account, client })
  const body = { threshold, officers: officers.map(({ account, role }) => ({ userId: PEOPLE[account].id, role })) }
  return (await owner.call(keys.startCeremony, { params: { orderId }, body })).ceremonyId
}

/** Asks somebody to be a supervisor of an order's key, who accepts. */
export async function inviteSupervisor(
  owner: HttpClient,
  orderId: string,
  { account, client }: Pick<PlayOfficer, 'account' | 'client'>,
): Promise<void> {
  const { invitationId } = await owner.call(invitations.inviteSupervisor, {
    params: { orderId },
    body: { contact: PEOPLE[account].account },
  })
  await client.call(invitations.answerInvitation, { params: { invitationId }, body: { accept: true } })
}

/** Registers a device; gives its secret. `secret`: one that exists already. */
export async function registerDevice(
  { account, client }: PlayOfficer,
  ceremonyId: string,
  given?: string,
): Promise<string> {
  const { tenantId, orderId } = await client.call(keys.ownCeremony, { params: { ceremonyId } })
  const device = makeDevice({ tenantId, orderId, ceremonyId, officerId: PEOPLE[account].id }, given)
  const { secret, deviceKey, deviceProof } = device
  await client.call(keys.giveDevice, { params: { ceremonyId }, body: { deviceKey, deviceProof } })
  return secret
}

export async function dealShares({ client }: PlayOfficer, ceremonyId: string): Promise<void> {
  const { ceremony, index } = await client.call(keys.ownCeremony, { params: { ceremonyId } })
  await client.call(keys.giveDealing, { params: { ceremonyId }, body: deal(ceremony as unknown as Ceremony, index) })
}

export async function confirmShares({ client }: PlayOfficer, ceremonyId: string, secret: string): Promise<void> {
  const view = await client.call(keys.ownCeremony, { params: { ceremonyId } })
  const { index } = view
  const ceremony = view.ceremony as unknown as Ceremony
  const dealings = view.dealings as unknown as Dealing[]
  const share = ownShare(ceremony, dealings, { index, secret })
  await client.call(keys.giveConfirmation, {
    params: { ceremonyId },
    body: confirm(ceremony, dealings, { index, share }),
  })
}

/** The whole ceremony; gives its id and the secrets of the devices by account. `between`: after each step but the last. */
export async function makeJointKey(
  owner: HttpClient,
  orderId: string,
  plan: {
    threshold: number
    officers: readonly PlayOfficer[]
    secretOf?: (ceremonyId: string, account: Account) => string
    between?: (() => Promise<void>) | undefined
  },
): Promise<{ ceremonyId: string; secrets: Map<Account, string> }> {
  const { officers, secretOf, between } = plan
  const ceremonyId = await startCeremony(owner, orderId, plan)
  const secrets = new Map<Account, string>()
  for (const officer of officers) {
    const given = secretOf?.(ceremonyId, officer.account)
    secrets.set(officer.account, await registerDevice(officer, ceremonyId, given))
  }
  await between?.()
  for (const officer of officers) await dealShares(officer, ceremonyId)
  await between?.()
  for (const officer of officers) await confirmShares(officer, ceremonyId, secrets.get(officer.account)!)
  return { ceremonyId, secrets }
}

/** Shows at `at` that a device still holds the share of a finished key. */
export async function checkDevice(
  client: HttpClient,
  ceremonyId: string,
  { secret, at }: { secret: string; at: Date },
): Promise<void> {
  const body = await selfCheckOf(client, ceremonyId, { secret, at })
  await client.call(keys.giveSelfCheck, { params: { ceremonyId }, body })
}

/** An officer's proof of the own share, as the device makes it. */
export async function selfCheckOf(
  client: HttpClient,
  ceremonyId: string,
  { secret, at }: { secret: string; at: Date },
): Promise<SelfCheck> {
  const view = await client.call(keys.ownCeremony, { params: { ceremonyId } })
  const record = view.record as unknown as JointKey
  const { index } = view
  const share = ownShare(record.ceremony, record.dealings, { index, secret })
  return proveSelfCheck(record, { index, share }, at.toISOString())
}

/** An officer's answer for the closed list, as the device makes it. */
export async function answerOf(client: HttpClient, ceremonyId: string, secret: string): Promise<PartialOpening> {
  const { index } = await client.call(keys.ownCeremony, { params: { ceremonyId } })
  const view = (await client.call(opening.officerOpening, { params: { ceremonyId } }))!
  const record = view.record as unknown as JointKey
  const share = ownShare(record.ceremony, record.dealings, { index, secret })
  const parts = view.bids.map((bid) => bid.part)
  return openPartially(checkJointKey(record), parts, { index, share })
}

/** Answers for the quotes of a round that has ended, as the device does. */
export async function answerQuotes(client: HttpClient, ceremonyId: string, secret: string) {
  const { index } = await client.call(keys.ownCeremony, { params: { ceremonyId } })
  const view = (await client.call(officerRound, { params: { ceremonyId } }))!
  const record = view.record as unknown as JointKey
  const share = ownShare(record.ceremony, record.dealings, { index, secret })
  const parts = view.bids.map((bid) => bid.part)
  const body = openPartially(checkJointKey(record), parts, { index, share })
  return client.call(answerRound, { params: { ceremonyId, roundId: view.roundId }, body })
}

/** Answers, as the device does. */
export async function giveAnswer(client: HttpClient, ceremonyId: string, secret: string) {
  const body = await answerOf(client, ceremonyId, secret)
  return client.call(opening.giveAnswer, { params: { ceremonyId }, body })
}
