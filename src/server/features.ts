import { sql } from 'kysely'
import { attachments } from '#features/attachments/server/routes.ts'
import { auctionArchive, priceTalkArchive } from '#features/auction/server/public.ts'
import { auction } from '#features/auction/server/routes.ts'
import { chargeApprovals } from '#features/charges/server/approvals.ts'
import { charges } from '#features/charges/server/feature.ts'
import { meetingDecisions, openMeetings } from '#features/award-meetings/server/decision.ts'
import { awardDraws } from '#features/award-meetings/server/lots.ts'
import { awardMeetings } from '#features/award-meetings/server/feature.ts'
import { meetingArchive } from '#features/award-meetings/server/minutes-pdf.ts'
import { certificates } from '#features/certificates/server/feature.ts'
import { auditTrail } from '#features/audit-trail/server/routes.ts'
import { budgetApprovals } from '#features/budget/server/approvals.ts'
import { budget } from '#features/budget/server/feature.ts'
import { ordersUse } from '#features/budget/server/use.ts'
import { bondApprovals } from '#features/bonds/server/approvals.ts'
import { bonds } from '#features/bonds/server/routes.ts'
import { take } from '#features/bonds/server/receive.ts'
import { register } from '#features/bonds/server/rows.ts'
import { demandApprovals } from '#features/demands/server/approvals.ts'
import { demands } from '#features/demands/server/feature.ts'
import { documents } from '#features/documents/server/routes.ts'
import { draws } from '#features/draws/server/feature.ts'
import { eSign } from '#features/e-sign/server/feature.ts'
import { portraits } from '#features/portraits/server/feature.ts'
import { meetingFeature } from '#features/meetings/server/feature.ts'
import { noticeExports } from '#features/notice-exports/server/feature.ts'
import { membership } from '#features/membership/server/feature.ts'
import { projectView } from '#features/project-view/server/feature.ts'
import { services as soldServices } from '#features/membership/server/sale.ts'
import { invoicing } from '#features/payment/server/invoice-port.ts'
import { services } from '#features/payment/server/sale-port.ts'
import { bidCheck } from '#features/bid-check/server/feature.ts'
import { documentFee } from '#features/document-fee/server/feature.ts'
import { isFeeDue } from '#features/document-fee/server/fees.ts'
import { drafts } from '#features/drafts/server/routes.ts'
import { invoices } from '#features/invoices/server/feature.ts'
import { invoicing as invoiceRules } from '#features/invoices/server/before-refund.ts'
import { enterprise } from '#features/enterprise/server/routes.ts'
import { expertDraws } from '#features/experts/server/draw-host.ts'
import { contractApprovals } from '#features/contracts/server/approvals.ts'
import { contracts } from '#features/contracts/server/feature.ts'
import { follows } from '#features/follows/server/feature.ts'
import { frameApprovals } from '#features/frame-agreements/server/approvals.ts'
import { frameAgreements } from '#features/frame-agreements/server/feature.ts'
import { cockpit } from '#features/cockpit/server/feature.ts'
import { clients } from '#features/clients/server/feature.ts'
import { entrust } from '#features/entrust/server/routes.ts'
import { entrustments } from '#features/entrust/server/kept.ts'
import { experts } from '#features/experts/server/routes.ts'
import { ceremonyArchive, keyOf } from '#features/joint-key/server/public.ts'
import { jointKey } from '#features/joint-key/server/routes.ts'
import { home } from '#features/home/server/routes.ts'
import { jointArchive as quoteKeyArchive } from '#features/inquiry/server/keys/archive.ts'
import { openQuestions } from '#features/inquiry/server/pending.ts'
import { questionArchive } from '#features/inquiry/server/questions.ts'
import { furtherRoundOf, rounds } from '#features/inquiry/server/round-facts.ts'
import { inquiry } from '#features/inquiry/server/routes.ts'
import { sealedRounds } from '#features/inquiry/server/sealed-rounds.ts'
import { opinionArchive } from '#features/light-review/server/conclude.ts'
import { openReviews } from '#features/light-review/server/pending.ts'
import { ledger } from '#features/ledger/server/feature.ts'
import { lightReview } from '#features/light-review/server/routes.ts'
import { smsAnswers } from '#features/messages/server/answer-port.ts'
import { registerKinds } from '#features/messages/server/kinds.ts'
import { messages } from '#features/messages/server/routes.ts'
import { acceptFirstEmployment, organisationRoles } from '#features/organisation/server/public.ts'
import { organisation } from '#features/organisation/server/routes.ts'
import { maySeeMenus, rightsOfMenus } from '#features/menus/server/menu.ts'
import { menus } from '#features/menus/server/routes.ts'
import { makeCallers } from '#features/passport/server/public.ts'
import { passport } from '#features/passport/server/routes.ts'
import { openingArchive } from '#features/opening-hall/server/public.ts'
import { panelArchive } from '#features/panels/server/archive.ts'
import { panels } from '#features/panels/server/feature.ts'
import { groupsAsked, seatsAsked } from '#features/panels/server/asked.ts'
import { openPanels } from '#features/panels/server/pending.ts'
import { turnDraws } from '#features/panels/server/turns.ts'
import { financeApprovals } from '#features/payment/server/approvals.ts'
import { payment } from '#features/payment/server/feature.ts'
import { takesPayments } from '#features/payment/server/public.ts'
import { subAccountMoney } from '#features/payment/server/transfer-port.ts'
import { review } from '#features/opening-hall/server/review-port.ts'
import { openingDraws } from '#features/opening-hall/server/draw-host.ts'
import { openingHall } from '#features/opening-hall/server/routes.ts'
import { packages } from '#features/packages/server/feature.ts'
import { packageActs } from '#features/procurement/server/package-acts.ts'
import { downloads as orderDownloads } from '#features/procurement/server/downloads.ts'
import { type ArchivePart, jsonEntry } from '#features/procurement/server/public.ts'
import { biddingApprovals } from '#features/procurement/server/approval-nodes.ts'
import { budgetUse } from '#features/procurement/server/budget-port.ts'
import { bondRegister } from '#features/procurement/server/bond-port.ts'
import { documentFees } from '#features/procurement/server/fee-port.ts'
import { verifiers } from '#features/procurement/server/verifier-port.ts'
import { verification } from '#features/verification/server/feature.ts'
import { verifiedBy } from '#features/verification/server/verified.ts'
import { keptElsewhere } from '#features/procurement/server/kept-port.ts'
import { supplierAdmission } from '#features/procurement/server/admission-port.ts'
import { jointKeys, roundKeys } from '#features/procurement/server/key-port.ts'
import { entrusting } from '#features/procurement/server/entrust-port.ts'
import { projectClaims } from '#features/procurement/server/claim-port.ts'
import { meetings as awardDecisions } from '#features/procurement/server/meeting-port.ts'
import { reviewGroups } from '#features/procurement/server/group-port.ts'
import { pending } from '#features/procurement/server/pending-port.ts'
import { roundTalks } from '#features/procurement/server/talk-port.ts'
import { ownOffers } from '#features/procurement/server/own-offer-port.ts'
import { quoteRounds } from '#features/procurement/server/round-port.ts'
import { archiveSigners } from '#features/procurement/server/signer-port.ts'
import { templates as orderTemplates } from '#features/procurement/server/template-port.ts'
import { recordFiles } from '#features/procurement/server/record-files.ts'
import { procurement } from '#features/procurement/server/routes.ts'
import { reviewDraws } from '#features/review-hall/server/draw-host.ts'
import { firstStage, reviewArchive } from '#features/review-hall/server/public.ts'
import { reviewHall } from '#features/review-hall/server/routes.ts'
import {
  archiveParts as bidMaterial,
  bidHeads,
  ownStandOf,
  recordParts,
  roundKey,
  signersOf,
} from '#features/sealed-bids/server/public.ts'
import { saleArchive } from '#features/sales/server/archive.ts'
import { sales } from '#features/sales/server/feature.ts'
import { growthOf } from '#features/sealed-bids/server/archive-growth.ts'
import { firstHeadOf, proofsOf } from '#features/sealed-bids/server/log-records.ts'
import { rounds as bidRounds } from '#features/sealed-bids/server/round-port.ts'
import { savedSearches } from '#features/saved-searches/server/feature.ts'
import { quotes } from '#features/quotes/server/feature.ts'
import { appraisals } from '#features/appraisals/server/feature.ts'
import { appraisalApprovals } from '#features/appraisals/server/publish.ts'
import { applicationFiles } from '#features/recruit/server/downloads.ts'
import { orderTables } from '#features/payment/server/order-exports.ts'
import { recruit } from '#features/recruit/server/feature.ts'
import { recruitApprovals } from '#features/recruit/server/publish.ts'
import { sealedBids } from '#features/sealed-bids/server/feature.ts'
import { talkArchive } from '#features/talks/server/minutes.ts'
import { wasCalled } from '#features/talks/server/round/access.ts'
import { roundTalkArchive } from '#features/talks/server/round/minutes.ts'
import { openTalks } from '#features/talks/server/round/pending.ts'
import { talkSeats } from '#features/talks/server/room/seats-port.ts'
import { talks } from '#features/talks/server/routes.ts'
import { statistics } from '#features/statistics/server/routes.ts'
import { signTasks } from '#features/sign-tasks/server/feature.ts'
import { supplementApprovals } from '#features/supplement/server/approvals.ts'
import { supplementClaims } from '#features/supplement/server/claims.ts'
import { supplement } from '#features/supplement/server/feature.ts'
import { smsTasks } from '#features/sms-tasks/server/feature.ts'
import { takeAnswer } from '#features/sms-tasks/server/optouts.ts'
import { smsApprovals } from '#features/sms-tasks/server/submit.ts'
import { supplierDrawHost } from '#features/supplier-draws/server/draw-host.ts'
import { supplierDraws } from '#features/supplier-draws/server/feature.ts'
import { supplierApprovals } from '#features/suppliers/server/approvals.ts'
import { suppliers } from '#features/suppliers/server/feature.ts'
import { handedInDocuments } from '#features/recruit/server/handed-in.ts'
import { ownCertificates } from '#features/suppliers/server/own-certificates.ts'
import { lapses, refusals } from '#features/suppliers/server/order-admission.ts'
import { library } from '#features/templates/server/library.ts'
import { templates } from '#features/templates/server/routes.ts'
import { makeTenantLookup } from '#features/tenancy/server/public.ts'
import { tenancy } from '#features/tenancy/server/routes.ts'
import { makeApprovals } from '#features/workflow/server/public.ts'
import { rightRoles } from '#features/workflow/server/roles.ts'
import { witnessedLog } from '#features/witnesses/server/log-port.ts'
import { witnesses } from '#features/witnesses/server/routes.ts'
import { workflow } from '#features/workflow/server/routes.ts'
import type { Kernel } from './context.ts'
import type { Feature } from './feature.ts'
import type { FileColumns } from './files/columns.ts'
import type { Gate } from './http/gate.ts'
import { recordProofs } from './public-log.ts'

const bidArchive: ArchivePart = {
  name: 'bids',
  entries: async (ctx, order) =>
    (await bidMaterial(ctx, order.id)).map(({ name, ...entry }) => ({ path: name, ...entry })),
}

const logArchive: ArchivePart = {
  name: 'log',
  entries: async (ctx, order) =>
    Object.entries(await recordParts(ctx, order)).map(([path, value]) => jsonEntry(path, value)),
}

/** Steps are started with these and decided by the workflow feature; roles are where approvers are found by. */
const approvals = makeApprovals({ roles: [rightRoles, organisationRoles] })

orderTemplates.give(library)
jointKeys.give({ keyOf })
roundKeys.give({ keyOf: roundKey })
bidRounds.give(sealedRounds)
witnessedLog.give(bidHeads)
review.give({ firstStage })
quoteRounds.give(rounds)
entrusting.give(entrustments)
projectClaims.give(supplementClaims)
awardDecisions.give(meetingDecisions)
ownOffers.give({ standOf: ownStandOf, furtherOf: furtherRoundOf })
pending.give({
  reason: (ctx, orderId) =>
    sql<string | null>`coalesce(${openReviews.reason(ctx, orderId)}, ${openQuestions.reason(ctx, orderId)},
      ${openMeetings.reason(ctx, orderId)}, ${openTalks.reason(ctx, orderId)}, ${openPanels.reason(ctx, orderId)})`,
})
services.give(soldServices)
bondRegister.give(register)
reviewGroups.give(groupsAsked)
talkSeats.give(seatsAsked)
roundTalks.give({ wasCalled })
subAccountMoney.give({ take })
invoicing.give(invoiceRules)
supplierAdmission.give({ refusals, lapses })
keptElsewhere.give({
  documents: async (ctx) => [...(await ownCertificates(ctx)), ...(await handedInDocuments(ctx))],
})
smsAnswers.give({ received: takeAnswer })
budgetUse.give(ordersUse)
verifiers.give({ of: verifiedBy })
documentFees.give({ isDue: isFeeDue, isOffered: takesPayments })
recordProofs.give({ proofs: proofsOf, firstHead: firstHeadOf, growth: growthOf })
archiveSigners.give({ signersOf })

const WORK: readonly Feature[] = [
  tenancy,
  passport(acceptFirstEmployment),
  enterprise,
  organisation,
  menus,
  messages,
  drafts,
  attachments({
    holders: [recordFiles],
    downloads: [...orderDownloads, applicationFiles, orderTables],
    files: fileColumns,
  }),
  procurement({
    archiveParts: [
      bidArchive,
      ceremonyArchive,
      openingArchive,
      auctionArchive,
      saleArchive,
      priceTalkArchive,
      reviewArchive,
      talkArchive,
      roundTalkArchive,
      panelArchive,
      meetingArchive,
      opinionArchive,
      questionArchive,
      quoteKeyArchive,
      logArchive,
    ],
    approvals,
  }),
  packages({ acts: packageActs(approvals) }),
  demands({ approvals }),
  budget({ approvals }),
  supplement({ approvals }),
  verification,
  clients,
  entrust,
  projectView,
  workflow({
    businesses: [
      biddingApprovals,
      bondApprovals,
      budgetApprovals,
      chargeApprovals,
      contractApprovals,
      frameApprovals,
      demandApprovals,
      financeApprovals,
      recruitApprovals,
      supplementApprovals,
      appraisalApprovals,
      supplierApprovals,
      smsApprovals,
    ],
    approvals,
    maySee: maySeeMenus,
    rightsFor: rightsOfMenus,
  }),
  sealedBids,
  witnesses,
  jointKey,
  openingHall,
  auction,
  talks,
  quotes,
  inquiry,
  lightReview,
  awardMeetings,
  panels,
  savedSearches,
  follows,
  ledger,
  payment({ approvals }),
  documentFee,
  sales,
  membership,
  bidCheck,
  noticeExports,
  portraits,
  meetingFeature,
  certificates,
  eSign,
  bonds({ approvals }),
  charges({ approvals }),
  invoices,
  recruit({ approvals }),
  suppliers({ approvals }),
  appraisals({ approvals }),
  contracts({ approvals }),
  frameAgreements({ approvals }),
  supplierDraws,
  smsTasks({ approvals }),
  signTasks,
  experts,
  reviewHall,
  draws([expertDraws, reviewDraws, openingDraws, awardDraws, turnDraws, supplierDrawHost]),
  statistics,
  documents,
  templates,
  auditTrail,
]
// In the order in which they are offered: tenders first, what concerns the company itself after them.
const [companies, tenders] = [
  [enterprise, organisation],
  WORK.filter((one) => one !== enterprise && one !== organisation),
]
registerKinds([...tenders, ...companies].flatMap((feature) => feature.messageKinds ?? []))

/** Every feature of the platform. The kernel knows them from here only. */
export const FEATURES: readonly Feature[] = [...WORK, cockpit(WORK), home(WORK)]

/** Where the records of all features hold stored files. */
export function fileColumns(): FileColumns {
  return Object.assign({}, ...WORK.map((feature) => feature.files))
}

/** Joins what the kernel needs to know of callers: tenancy says which tenant, passport says who. */
export function makeGate(): { create: (kernel: Kernel) => Gate; forget: (userId: string) => void } {
  const callers = makeCallers()
  return {
    forget: callers.forget,
    create(kernel) {
      callers.attach(kernel)
      const tenants = makeTenantLookup(kernel)
      return {
        tenantOf: tenants.tenantOf,
        xsrfOk: callers.xsrfOk,
        async actorOf(request) {
          const actor = await callers.actorOf(request)
          return actor && (await tenants.fits(request, actor.tenantId)) ? actor : null
        },
      }
    },
  }
}
