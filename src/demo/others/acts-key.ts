import { answerInvitation } from '#features/joint-key/contract-invitations.ts'
import { ownCeremony } from '#features/joint-key/contract.ts'
import { CeremonyStatus } from '#features/joint-key/rules.ts'
import { demoDeviceSecret } from '../joint-keys.ts'
import type { Account } from '../people.ts'
import * as joint from '../play/joint.ts'
import type { Act, Acting } from './act.ts'

/** What an officer of a joint key does, with the device that the demonstration makes for everybody. */
export const KEY_ACTS: Readonly<Record<string, Act>> = {
  'joint-key:joint-key-invitation': async ({ client, recordId }) => {
    await client.call(answerInvitation, { params: { invitationId: recordId }, body: { accept: true } })
    return true
  },
  'joint-key:joint-key': nextStep,
  'opening-hall:joint-answer': async ({ client, recordId, player }) => {
    await joint.giveAnswer(client, recordId, demoDeviceSecret(recordId, player.account as Account))
    return true
  },
  'inquiry:quote-joint': async ({ client, recordId, player }) => {
    await joint.answerQuotes(client, recordId, demoDeviceSecret(recordId, player.account as Account))
    return true
  },
}

async function nextStep({ client, recordId: ceremonyId, player, now }: Acting): Promise<boolean> {
  const account = player.account as Account
  const secret = demoDeviceSecret(ceremonyId, account)
  const { status } = await client.call(ownCeremony, { params: { ceremonyId } })
  const officer = { account, client, role: 'supervisor' as const }
  const { devices, dealing, confirming, ready } = CeremonyStatus.values
  switch (status) {
    case devices:
      await joint.registerDevice(officer, ceremonyId, secret)
      return true
    case dealing:
      await joint.dealShares(officer, ceremonyId)
      return true
    case confirming:
      await joint.confirmShares(officer, ceremonyId, secret)
      return true
    case ready:
      await joint.checkDevice(client, ceremonyId, { secret, at: now })
      return true
    default:
      return false
  }
}
