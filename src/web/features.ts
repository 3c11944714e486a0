import { enterpriseWeb } from '#features/enterprise/web/screens.ts'
import { auctionWeb } from '#features/auction/web/screens.ts'
import { attachmentsWeb } from '#features/attachments/web/screens.ts'
import { certificatesWeb } from '#features/certificates/web/screens.ts'
import { chargesWeb } from '#features/charges/web/screens.ts'
import { invoicesWeb } from '#features/invoices/web/screens.ts'
import { meetingsWeb } from '#features/meetings/web/screens.ts'
import { signTasksWeb } from '#features/sign-tasks/web/screens.ts'
import { eSignWeb } from '#features/e-sign/web/screens.ts'
import { portraitsWeb } from '#features/portraits/web/screens.ts'
import { noticeExportsWeb } from '#features/notice-exports/web/screens.ts'
import { membershipWeb } from '#features/membership/web/screens.ts'
import { bondsWeb } from '#features/bonds/web/screens.ts'
import { bidCheckWeb } from '#features/bid-check/web/screens.ts'
import { documentFeeWeb } from '#features/document-fee/web/screens.ts'
import { demoWeb } from '#demo/web/screens.ts'
import { awardMeetingsWeb } from '#features/award-meetings/web/screens.ts'
import { auditTrailWeb } from '#features/audit-trail/web/screens.ts'
import { contractsWeb } from '#features/contracts/web/screens.ts'
import { followsWeb } from '#features/follows/web/screens.ts'
import { frameAgreementsWeb } from '#features/frame-agreements/web/screens.ts'
import { cockpitWeb } from '#features/cockpit/web/screens.ts'
import { clientsWeb } from '#features/clients/web/screens.ts'
import { entrustWeb } from '#features/entrust/web/screens.ts'
import { budgetWeb } from '#features/budget/web/screens.ts'
import { demandsWeb } from '#features/demands/web/screens.ts'
import { verificationWeb } from '#features/verification/web/screens.ts'
import { expertsWeb } from '#features/experts/web/screens.ts'
import { inquiryWeb } from '#features/inquiry/web/screens.ts'
import { lightReviewWeb } from '#features/light-review/web/screens.ts'
import { jointKeyWeb } from '#features/joint-key/web/screens.ts'
import { homeWeb } from '#features/home/web/screens.ts'
import { menusWeb } from '#features/menus/web/screens.ts'
import { messagesWeb } from '#features/messages/web/screens.ts'
import { openingHallWeb } from '#features/opening-hall/web/screens.ts'
import { organisationWeb } from '#features/organisation/web/screens.ts'
import { packagesWeb } from '#features/packages/web/screens.ts'
import { microAppsWeb } from '#features/micro-apps/web/screens.ts'
import { panelsWeb } from '#features/panels/web/screens.ts'
import { passportWeb } from '#features/passport/web/screens.ts'
import { paymentWeb } from '#features/payment/web/screens.ts'
import { projectViewWeb } from '#features/project-view/web/screens.ts'
import { procurementWeb } from '#features/procurement/web/screens.ts'
import { reviewHallWeb } from '#features/review-hall/web/screens.ts'
import { biddingAuditPages } from '#features/procurement/web/buyer/approval/audit-pages.ts'
import { recruitWeb } from '#features/recruit/web/screens.ts'
import { savedSearchesWeb } from '#features/saved-searches/web/screens.ts'
import { salesWeb } from '#features/sales/web/screens.ts'
import { sealedBidsWeb } from '#features/sealed-bids/web/screens.ts'
import { talksWeb } from '#features/talks/web/screens.ts'
import { statisticsWeb } from '#features/statistics/web/screens.ts'
import { supplementWeb } from '#features/supplement/web/screens.ts'
import { appraisalsWeb } from '#features/appraisals/web/screens.ts'
import { smsTasksWeb } from '#features/sms-tasks/web/screens.ts'
import { supplierDrawsWeb } from '#features/supplier-draws/web/screens.ts'
import { suppliersWeb } from '#features/suppliers/web/screens.ts'
import { documentsWeb } from '#features/documents/web/screens.ts'
import { templatesWeb } from '#features/templates/web/screens.ts'
import { witnessesWeb } from '#features/witnesses/web/screens.ts'
import { workflowWeb } from '#features/workflow/web/screens.ts'
import { tenancyWeb } from '#features/tenancy/web/screens.ts'
import type { WebFeature } from './screen.ts'
import { shellWeb } from './shell/screens.ts'

/** Every feature with screens. Order does not matter. */
export const features: readonly WebFeature[] = [
  shellWeb,
  tenancyWeb,
  passportWeb,
  enterpriseWeb,
  homeWeb,
  messagesWeb,
  organisationWeb,
  menusWeb,
  attachmentsWeb,
  openingHallWeb,
  auctionWeb,
  talksWeb,
  inquiryWeb,
  lightReviewWeb,
  awardMeetingsWeb,
  panelsWeb,
  procurementWeb,
  packagesWeb,
  entrustWeb,
  clientsWeb,
  projectViewWeb,
  demandsWeb,
  budgetWeb,
  supplementWeb,
  verificationWeb,
  savedSearchesWeb,
  followsWeb,
  cockpitWeb,
  sealedBidsWeb,
  bidCheckWeb,
  jointKeyWeb,
  paymentWeb,
  documentFeeWeb,
  salesWeb,
  bondsWeb,
  membershipWeb,
  noticeExportsWeb,
  portraitsWeb,
  meetingsWeb,
  signTasksWeb,
  certificatesWeb,
  eSignWeb,
  chargesWeb,
  invoicesWeb,
  recruitWeb,
  suppliersWeb,
  appraisalsWeb,
  contractsWeb,
  frameAgreementsWeb,
  supplierDrawsWeb,
  smsTasksWeb,
  expertsWeb,
  reviewHallWeb,
  statisticsWeb,
  documentsWeb,
  templatesWeb,
  workflowWeb({ auditPages: biddingAuditPages }),
  auditTrailWeb,
  witnessesWeb,
  microAppsWeb,
  demoWeb,
]
