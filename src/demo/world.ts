import { sql } from 'kysely'
import { DAY, HOUR } from '#contract/time.ts'
import { settle } from '#server/events.ts'
import type { System } from '#server/system.ts'
import { auctionMoments } from './auctions.ts'
import { addAttachments } from './attachments.ts'
import { packageMoments } from './packages.ts'
import { playAppraisals } from './appraisals.ts'
import { playApprovals } from './approvals.ts'
import { Cast } from './cast.ts'
import { keepProfile } from './cockpit.ts'
import { playCharges, publishStandards } from './charges.ts'
import { shareDocuments } from './documents.ts'
import { contractMoments, playContracts } from './contracts.ts'
import { frameMoments, playFrameAgreements } from './frame-agreements.ts'
import { competitiveMoments } from './competitive-scenes.ts'
import { inquiryMoments } from './inquiries.ts'
import { playBudgets } from './budgets.ts'
import { playDemands } from './demands.ts'
import { playMedicalDemands } from './medical-demands.ts'
import { playSupplements } from './supplements.ts'
import { playEntrustments } from './entrustments.ts'
import { playVerifications } from './verifications.ts'
import { loadEnterprise } from './enterprise.ts'
import { loadExperts } from './experts.ts'
import { jointMoments } from './joint-keys.ts'
import { loadOrganisation } from './organisation.ts'
import { readOldMessages, reachPeople } from './messages.ts'
import { loadPeople } from './people.ts'
import { moveTo } from './play/move-to.ts'
import { playCertificates } from './certificates.ts'
import { playESign } from './e-sign.ts'
import { playSignTasks } from './sign-tasks.ts'
import { playInformation } from './information.ts'
import { keepFurtherSearch, keepSearches } from './searches.ts'
import { keepFollows } from './follows.ts'
import { playRecruits } from './recruits.ts'
import { playInvoices } from './invoices.ts'
import { holdRefund, holdWithdrawal, playDifferences, playRefunds } from './finance.ts'
import { playPayments, setPromotion } from './payments.ts'
import { saleMoments } from './sales.ts'
import { soleMoments } from './sole-sources.ts'
import { DIRECT_SCENES } from './direct-purchases.ts'
import { bookRooms, meetingMoments } from './meetings.ts'
import { playSmsTasks, smsMoments } from './sms-tasks.ts'
import { playSupplierDraws } from './supplier-draws.ts'
import { playSuppliers } from './suppliers.ts'
import { makeTemplates } from './templates.ts'
import { type Moment, tenderMoments } from './tender-moments.ts'

/**
 * Loads the demonstration world once: people, then a tender in every state, each played through the same calls that
 * people use, on a clock that starts six weeks ago. `base`: address of the running server.
 */
export async function playWorld(system: System, base: string): Promise<void> {
  const { kernel, movableClock } = system
  await loadPeople(system)
  const began = Date.now()
  const cast = new Cast(base)
  const moments = momentsOf(system, cast, began)
  const earliest = moments[0]!.at.getTime() - HOUR
  await sql`update clock_shift set world = 'loading', ms = ${earliest - began}`.execute(kernel.db)
  await movableClock!.refresh()
  await reachPeople(system, cast)
  await keepSearches(cast)
  await publishStandards(cast)
  await setPromotion(cast, { now: kernel.clock.now(), began })
  for (const moment of moments) {
    await moveTo(system, moment.at)
    await moment.run()
    await settle(kernel, 60_000)
  }
  await moveTo(system, new Date())
  await loadEnterprise({ system, base, cast: new Cast(base) })
  await loadOrganisation(system, base)
  await loadExperts(system, base)
  await readOldMessages(system, cast)
  await addAttachments(await new Cast(base).as('buyer'))
  await playApprovals(system, base)
  await shareDocuments(system, base)
  await playPayments(new Cast(base))
  await playRefunds(new Cast(base))
  await playDifferences(new Cast(base), kernel.clock.now())
  await playCharges(new Cast(base), kernel.clock.now())
  await playInvoices(new Cast(base))
  await keepFurtherSearch(new Cast(base))
  await keepFollows(new Cast(base))
  await playInformation(new Cast(base))
  await bookRooms(new Cast(base), kernel.clock.now())
  const key = await playCertificates(new Cast(base))
  await playESign(new Cast(base), { base, now: kernel.clock.now() })
  await holdRefund(new Cast(base))
  await holdWithdrawal(new Cast(base), base)
  await playEntrustments(new Cast(base), kernel.clock.now())
  await playSuppliers(new Cast(base), kernel.clock.now())
  // Its result renews records of the library.
  await playRecruits(new Cast(base), kernel.clock.now())
  await playDemands(new Cast(base), kernel.clock.now())
  await playContracts(new Cast(base), kernel.clock.now())
  await playSignTasks(new Cast(base), { key, now: kernel.clock.now() })
  await playFrameAgreements(new Cast(base), kernel.clock.now())
  await playSupplements(new Cast(base), kernel.clock.now())
  await playAppraisals(new Cast(base), kernel.clock.now())
  await playSupplierDraws(new Cast(base), system)
  await playSmsTasks(new Cast(base), system)
  await playMedicalDemands(new Cast(base), kernel.clock.now())
  await playVerifications(new Cast(base))
  await keepProfile(new Cast(base), kernel.clock.now())
  // Behind all orders: some of them use it.
  await playBudgets(new Cast(base), kernel.clock.now())
  await sql`update clock_shift set world = 'done', ms = 0`.execute(kernel.db)
  await movableClock!.refresh()
}

/** Everything that happens, in order of time. `began`: when the demonstration was made, ms; nothing lies behind it. */
export function momentsOf(system: System, cast: Cast, began: number): Moment[] {
  const times = { began, now: () => system.kernel.clock.now() }
  return [
    ...tenderMoments(system, cast, began),
    ...jointMoments(cast, times),
    ...auctionMoments(cast, times),
    ...saleMoments(cast, times),
    ...soleMoments(cast, times),
    ...soleMoments(cast, times, DIRECT_SCENES),
    ...inquiryMoments(cast, times),
    ...packageMoments(cast, times),
    ...competitiveMoments(cast, times),
    ...frameMoments(cast, times),
    ...contractMoments(cast, times),
    ...smsMoments(cast, system, began),
    ...meetingMoments(cast, { began }),
    { at: new Date(began - 3 * DAY), run: () => makeTemplates(cast) },
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
