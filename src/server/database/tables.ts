// Made by `npm run db:types` from db/migrations; do not edit.
import type { ColumnType, Generated } from 'kysely'
import type { Blind, Sealed } from '../secrecy/sealed.ts'

/** Read as a value, written as JSON text (arrays would otherwise become PostgreSQL arrays). */
// oxlint-disable-next-line no-explicit-any -- the owner feature narrows what it reads
export type Json = ColumnType<any, string, string>
// oxlint-disable-next-line no-explicit-any
export type NullableJson = ColumnType<any, string | null | undefined, string | null>
// oxlint-disable-next-line no-explicit-any
export type DefaultedJson = ColumnType<any, string | undefined, string>

export type PurchaseRegime = 'tender' | 'government' | 'enterprise'

export type OrderState =
  | 'publish.draft'
  | 'publish.open'
  | 'open.running'
  | 'open.reading'
  | 'open.ended'
  | 'review.running'
  | 'review.summarised'
  | 'review.done'
  | 'auction.running'
  | 'auction.failed'
  | 'auction.ended'
  | 'talk.running'
  | 'talk.agreed'
  | 'candidates.public'
  | 'winner.fixed'
  | 'archive.done'
  | 'archive.abortive'
  | 'abortive.declared'
  | 'quote.short'
  | 'quote.closed'
  | 'group.done'

export interface Acceptance {
  tenantId: number
  id: string
  deliveryId: string
  lines: Json
  people: string
  note: Generated<string>
  files: DefaultedJson
  amount: string
  acceptedByName: string
  acceptedAt: Date
  teamId: string | null
  opinionsHash: Buffer | null
  overrideReason: Generated<string>
}

export interface AcceptanceMember {
  tenantId: number
  id: string
  teamId: string
  employeeId: string | null
  expertId: string | null
  userId: string
  name: string
  title: Generated<string>
  employer: Generated<string>
  employerCode: Generated<string>
  isLeader: Generated<boolean>
  reply: Generated<string>
  replyReason: Generated<string>
  repliedAt: Date | null
  givenAt: Date | null
  askedAt: Date
  releasedAt: Date | null
  releasedByName: Generated<string>
  releaseReason: Generated<string>
}

export interface AcceptanceOpinion {
  tenantId: number
  memberId: string
  verdict: string
  reason: Generated<string>
  files: DefaultedJson
}

export interface AcceptanceTeam {
  tenantId: number
  id: string
  deliveryId: string
  task: string
  giveBy: string
  state: string
  endReason: Generated<string>
  opinionsHash: Buffer | null
  convenedByName: string
  convenedAt: Date
  endedAt: Date | null
  endedByName: Generated<string>
}

export interface AppUser {
  id: string
  account: string | null
  mobile: Sealed | null
  nickname: string
  face: Generated<string>
  passwordHash: string | null
  isDefaultPassword: Generated<boolean>
  isPlatformAdmin: Generated<boolean>
  createdAt: Date
  wxOpenid: string | null
  wxBoundAt: Date | null
  unprovenTenantId: number | null
  unprovenCompanyId: string | null
  mobileHash: Blind | null
  mobileTail: Blind | null
}

export interface Appraisal {
  tenantId: number
  id: string
  ownerCompanyId: string
  title: string
  state: string
  templateId: string
  fromDay: string
  untilDay: string
  deadline: Date
  scope: Json
  templateVersion: number | null
  items: NullableJson
  rating: NullableJson
  factsHash: string | null
  createdBy: string
  createdByName: string
  createdAt: Date
  startedAt: Date | null
  scoredAt: Date | null
  publishedAt: Date | null
  publishedByName: Generated<string>
  gradeUntil: string | null
  objectionEnd: Date | null
  cancelledAt: Date | null
  cancelReason: Generated<string>
}

export interface AppraisalAppraiser {
  tenantId: number
  appraisalId: string
  userId: string
  name: string
  sort: number
  handedInAt: Date | null
}

export interface AppraisalIndicator {
  tenantId: number
  id: string
  ownerCompanyId: string
  name: string
  kind: string
  source: string
  fullMarks: string
  direction: string
  step: string | null
  isActive: Generated<boolean>
  createdByName: string
  createdAt: Date
  updatedAt: Date
}

export interface AppraisalMark {
  tenantId: number
  appraisalId: string
  userId: string
  supplierId: string
  indicatorId: string
  marks: string
  remark: Generated<string>
  at: Date
}

export interface AppraisalObjection {
  tenantId: number
  id: string
  appraisalId: string
  supplierId: string
  content: string
  files: DefaultedJson
  createdByName: string
  createdAt: Date
  outcome: string | null
  answer: Generated<string>
  answeredByName: Generated<string>
  answeredAt: Date | null
}

export interface AppraisalResult {
  tenantId: number
  appraisalId: string
  supplierId: string
  version: number
  score: string | null
  grade: string | null
  veto: Generated<string>
  items: Json
  isGraded: boolean
  reason: Generated<string>
  byName: string
  at: Date
}

export interface AppraisalSupplier {
  tenantId: number
  appraisalId: string
  supplierId: string
  companyId: string
  name: string
  creditCode: string
  isActive: boolean
  facts: Json
  veto: NullableJson
}

export interface AppraisalTemplate {
  tenantId: number
  id: string
  ownerCompanyId: string
  name: string
  version: number
  isActive: Generated<boolean>
  createdAt: Date
  updatedAt: Date
}

export interface AppraisalTemplateVersion {
  tenantId: number
  templateId: string
  version: number
  items: Json
  note: Generated<string>
  byName: string
  at: Date
}

export interface ApprovalHold {
  tenantId: number
  subjectKind: string
  subjectId: string
  workflowId: string
  node: string
  nodeLabel: string
}

export interface Archive {
  tenantId: number
  orderId: string
  fileId: string
  sha256: Buffer
  createdBy: string
  createdAt: Date
}

export interface Attachment {
  tenantId: number
  id: string
  groupId: string | null
  companyId: string | null
  userId: string
  userName: string
  isPublic: Generated<boolean>
  createdAt: Date
  deletedAt: Date | null
}

export interface AttachmentDownload {
  tenantId: number
  id: string
  companyId: string | null
  userId: string
  workbench: string
  kind: string
  name: string
  input: Json
  status: Generated<number>
  progress: Generated<number>
  reason: Generated<string>
  attempt: Generated<number>
  mime: string | null
  sha256: Buffer | null
  size: number | null
  fetchedAt: Date | null
  createdAt: Date
  endedAt: Date | null
  expiresAt: Date | null
  deletedAt: Date | null
}

export interface AttachmentGroup {
  tenantId: number
  id: string
  companyId: string | null
  userId: string
  userName: string
  name: Generated<string>
  createdAt: Date
}

export interface AttachmentHistory {
  tenantId: number
  id: string
  fileId: string
  name: string
  pattern: string
  userId: string
  userName: string
  companyId: string | null
  companyName: Generated<string>
  at: Date
}

export interface AttachmentRendition {
  tenantId: number
  id: string
  sourceSha256: Buffer
  sourceMime: string
  pattern: string
  status: Generated<number>
  reason: Generated<string>
  mime: string | null
  sha256: Buffer | null
  size: number | null
  askedAt: Date
  endedAt: Date | null
}

export interface Auction {
  tenantId: number
  orderId: string
  status: number
  startPrice: string
  terms: Json
  startsAt: Date
  plannedEnd: Date
  endsAt: Date
  pausedAt: Date | null
  extensions: Generated<number>
  seq: Generated<number>
  best: string | null
  head: Buffer
  reason: Generated<string>
  closedAt: Date | null
}

export interface AuctionBidder {
  tenantId: number
  orderId: string
  tradeId: string
  mark: string
}

export interface AuctionEvent {
  tenantId: number
  id: string
  orderId: string
  kind: string
  at: Date
  reason: Generated<string>
  oldEnd: Date | null
  newEnd: Date | null
  outageFrom: Date | null
  byUserId: string | null
  byName: string
}

export interface AuctionOffer {
  tenantId: number
  orderId: string
  seq: number
  tradeId: string
  price: string
  at: Date
  endsAt: Date
  isExtended: boolean
  hash: Buffer
  receipt: Json
  createdBy: string
}

export interface AuctionReserve {
  tenantId: number
  orderId: string
  commitment: Buffer
  secret: Sealed
  startPrice: string
  setBy: string
  setAt: Date
  price: string | null
  salt: Buffer | null
  revealedAt: Date | null
}

export interface AuctionTicket {
  tenantId: number
  tokenHash: Buffer
  orderId: string
  userId: string
  expiresAt: Date
}

export interface AuctionWitness {
  tenantId: number
  id: string
  orderId: string
  name: string
  mobile: Sealed
  unit: Generated<string>
  createdBy: string
  createdAt: Date
  removedAt: Date | null
  mobileHash: Blind | null
}

export interface AuditEntry {
  tenantId: number | null
  seq: number | null
  at: Date | null
  body: NullableJson
  prevHash: Buffer | null
  hash: Buffer | null
}

export interface AuditHead {
  tenantId: number
  seq: number
  hash: Buffer
}

export interface AuditHeadSigned {
  tenantId: number
  seq: number
  hash: Buffer
  at: Date
  publicKey: Buffer
  signature: Buffer
}

export interface AuditIntake {
  tenantId: number
  id: Generated<number>
  at: Date
  body: Json
}

export interface AuditRecord {
  tenantId: number
  seq: number
  at: Date
  body: Json
  prevHash: Buffer
  hash: Buffer
}

export interface Award {
  tenantId: number
  resultId: string
  tradeId: string
  price: string
}

export interface AwardInForce {
  tenantId: number | null
  orderId: string | null
  resultId: string | null
  version: number | null
  noticeId: string | null
  reason: string | null
  decidedAt: Date | null
  tradeId: string | null
  price: string | null
}

export interface AwardItem {
  tenantId: number
  resultId: string
  itemId: string
  reason: Generated<string>
  unbought: Generated<string>
  unboughtReason: Generated<string>
}

export interface AwardLine {
  tenantId: number
  resultId: string
  tradeId: string
  line: number
  itemId: string | null
  quantity: string
  unitPrice: string
  amount: string
}

export interface AwardMeeting {
  tenantId: number
  id: string
  code: string
  companyId: string
  title: string
  rule: string
  ballot: string
  place: Generated<string>
  meetAt: Date
  note: Generated<string>
  state: string
  minutes: Generated<string>
  cancelReason: Generated<string>
  createdBy: string
  createdByName: string
  createdAt: Date
  calledAt: Date | null
  heldAt: Date | null
  minutedAt: Date | null
  endedAt: Date | null
}

export interface AwardMeetingMember {
  tenantId: number
  id: string
  meetingId: string
  employeeId: string
  userId: string
  name: string
  isChair: boolean
  reply: Generated<string>
  replyReason: Generated<string>
  repliedAt: Date | null
  outAt: Date | null
  signedAt: Date | null
  remark: Generated<string>
}

export interface AwardMeetingOrder {
  tenantId: number
  meetingId: string
  orderId: string
  sort: number
  round: Generated<number>
  options: string[] | null
  chosenTradeId: string | null
  drawId: string | null
  basis: NullableJson
  isLive: Generated<boolean>
}

export interface AwardTotal {
  tenantId: number | null
  orderId: string | null
  price: string | null
  estimated: string | null
}

export interface AwardVote {
  tenantId: number
  meetingId: string
  orderId: string
  round: number
  memberId: string
  tradeId: string
  reason: Generated<string>
  at: Date
  salt: Generated<string>
}

export interface BankCard {
  tenantId: number
  id: string
  companyId: string
  bank: string
  branch: Generated<string>
  accountName: string
  accountNo: Sealed
  status: Generated<number>
  tries: Generated<number>
  expiresAt: Date
  isDefault: Generated<boolean>
  createdBy: string
  createdAt: Date
  verifiedAt: Date | null
  accountNoHash: Blind | null
}

export interface BankSlip {
  tenantId: number
  id: string
  companyId: string
  sha256: Buffer | null
  number: string | null
  kind: string
  recordId: string
  title: string
  at: Date
  amount: string | null
  used: string | null
  sharedBy: string | null
}

export interface BidCheckpoint {
  tenantId: number
  id: string
  size: number
  note: string
  at: Date
  orderId: string | null
  round: Generated<number>
  deadline: Date | null
}

export interface BidDraftNote {
  tenantId: number
  tradeId: string
  round: number
  userId: string
  device: string
  deviceName: string
  savedAt: Date
}

export interface BidFile {
  tenantId: number
  submissionId: string
  position: number
  fileId: string
  role: string
  name: string
  size: number
  cipherHash: string
  header: Json
}

export interface BidKey {
  tenantId: number
  id: string
  companyId: string | null
  suite: string
  publicKey: string
  fingerprint: string
  label: Generated<string>
  createdBy: string | null
  createdAt: Date
  revokedAt: Date | null
  orderId: string | null
  round: number | null
  sealedPrivate: Buffer | null
  openedAt: Date | null
}

export interface BidLog {
  tenantId: number
  origin: string
  size: number
  root: Buffer
  filledTo: Date
}

export interface BidLogTile {
  tenantId: number
  level: number
  idx: number
  data: Buffer
}

export interface BidRehearsal {
  tenantId: number
  id: string
  tradeId: string
  keyId: string
  canary: Json
  expected: Buffer | null
  createdAt: Date
  answeredAt: Date | null
  passedAt: Date | null
}

export interface BidSubmission {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  kind: string
  suite: string
  keyId: string
  manifest: Json
  manifestHash: Buffer
  at: Date
  deadline: Date
  logIndex: number
  receipt: Json
  createdBy: string
  round: Generated<number>
}

export interface BidUpload {
  tenantId: number
  fileId: string
  companyId: string
  header: Json
  cipherHash: string
  inspectedAt: Date
}

export interface Bond {
  tenantId: number
  orderId: string
  tradeId: string
  amount: string
  paidOn: string
  paidVoucher: string | null
  paidVoucherName: string
  paidByName: string
  paidRecordedAt: Date
  refundedOn: string | null
  refunded: string | null
  interest: string | null
  rate: string | null
  refundVoucher: string | null
  refundVoucherName: Generated<string>
  refundByName: Generated<string>
  refundRecordedAt: Date | null
  keptReason: Generated<string>
  form: Generated<string>
  kind: Generated<string>
  givenId: string | null
  lateInterest: string | null
  turnedOn: string | null
}

export interface BondBatch {
  tenantId: number
  id: string
  orderId: string
  requestedByName: string
  at: Date
}

export interface BondDecision {
  tenantId: number
  orderId: string
  tradeId: string
  accepted: boolean
  fault: string
  reason: string
  decidedAt: Date
}

export interface BondGiven {
  tenantId: number
  id: string
  tradeId: string
  companyId: string
  kind: string
  state: string
  demanded: string
  amount: Generated<string>
  ground: Generated<string>
  fileId: string | null
  fileName: Generated<string>
  chosenByName: string
  chosenAt: Date
  inForceAt: Date | null
  endedAt: Date | null
  endReason: Generated<string>
  registeredAt: Date | null
}

export interface BondMovement {
  tenantId: number
  id: string
  tradeId: string
  givenId: string
  provider: string
  providerNo: string
  payerName: string
  amount: string
  at: Date
  notedAt: Date
  returnCode: Generated<string>
  returnNo: Generated<string>
  returnedAt: Date | null
}

export interface BondReturn {
  tenantId: number
  id: string
  tradeId: string
  companyId: string
  givenId: string
  batchId: string | null
  reason: string
  principal: string
  rate: Generated<string>
  interest: Generated<string>
  lateInterest: Generated<string>
  state: string
  failReason: Generated<string>
  requestedByName: string
  at: Date
  doneAt: Date | null
}

export interface BrandApplication {
  tenantId: number
  id: string
  companyId: string
  status: Generated<number>
  alias: string
  themeColor: string
  openHallTitle: string
  logoId: string | null
  faviconId: string | null
  statement: Generated<string>
  before: NullableJson
  appliedBy: string
  appliedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  reason: Generated<string>
}

export interface BudgetAdjustment {
  tenantId: number
  id: string
  planId: string
  version: number
  reason: string
  lines: Json
  total: string
  decidedByName: string
  decidedAt: Date
}

export interface BudgetLine {
  tenantId: number
  id: string
  planId: string
  companyId: string
  no: number
  subject: string
  category: string
  departmentId: string | null
  funds: Generated<string>
  amount: string
  parentId: string | null
  over: Generated<string>
}

export interface BudgetMove {
  tenantId: number
  id: string
  lineId: string
  orderId: string | null
  kind: string
  amount: string
  memo: string
  at: Date
}

export interface BudgetNotice {
  tenantId: number
  id: string
  lineId: string
  level: string
  byName: string
  at: Date
}

export interface BudgetPayment {
  tenantId: number
  id: string
  orderId: string
  amount: string
  paidOn: string
  voucher: string
  note: Generated<string>
  files: Json
  parts: Json
  byName: string
  at: Date
  takenBackAt: Date | null
  takenBackByName: Generated<string>
  takenBackReason: Generated<string>
  contractPaymentId: string | null
}

export interface BudgetPlan {
  tenantId: number
  id: string
  companyId: string
  level: string
  code: string
  title: string
  year: number
  departmentId: string | null
  purpose: Generated<string>
  state: string
  version: Generated<number>
  createdBy: string
  createdByName: string
  createdAt: Date
  updatedAt: Date
  inForceAt: Date | null
  closedAt: Date | null
  closeReason: Generated<string>
}

export interface BudgetPolicy {
  tenantId: number
  companyId: string
  naming: string
  overrun: string
  updatedByName: string
  updatedAt: Date
}

export interface BudgetShare {
  tenantId: number
  id: string
  demandId: string | null
  projectId: string | null
  orderId: string | null
  lineId: string
  share: string
}

export interface BudgetUse {
  tenantId: number
  id: string
  orderId: string
  lineId: string
  reserved: Generated<string>
  committed: Generated<string>
  spent: Generated<string>
  updatedAt: Date
}

export interface CaApplication {
  tenantId: number
  id: string
  code: string
  companyId: string
  userId: string
  userName: string
  act: string
  formerId: string | null
  kind: string
  medium: string
  suite: string
  years: number
  companyName: string
  creditCode: string
  personName: Generated<string>
  identity: Sealed
  identityHash: Blind | null
  mobile: Sealed
  letters: DefaultedJson
  licences: DefaultedJson
  request: Buffer | null
  keyHash: Buffer | null
  price: Generated<string>
  useId: string | null
  due: Generated<string>
  payOrderId: string | null
  paidAt: Date | null
  refundId: string | null
  state: string
  reason: Generated<string>
  problem: Generated<string>
  decidedByName: Generated<string>
  createdAt: Date
  submittedAt: Date | null
  decidedAt: Date | null
  certificateId: string | null
}

export interface CaAuthority {
  tenantId: number
  suite: string
  root: Buffer
  sealedRootKey: Buffer
  issuer: Buffer
  sealedIssuerKey: Buffer
  crl: Buffer
  crlNumber: number
  crlFrom: Date
  crlUntil: Date
  createdAt: Date
}

export interface CallOff {
  tenantId: number
  id: string
  code: string
  contractId: string
  deliverBy: string
  place: string
  note: Generated<string>
  amount: string
  state: string
  reason: Generated<string>
  createdByName: string
  createdAt: Date
  answeredByName: Generated<string>
  answeredAt: Date | null
  deliveredOn: string | null
  doneAt: Date | null
}

export interface CallOffLine {
  tenantId: number
  callOffId: string
  line: number
  quantity: string
  unitPrice: string
  delivered: Generated<string>
  accepted: Generated<string>
  rejected: Generated<string>
}

export interface Candidate {
  tenantId: number
  rank: number
  tradeId: string
  price: string
  score: string | null
  resultId: string
  itemId: string | null
  lines: NullableJson
}

export interface CandidateInForce {
  tenantId: number | null
  orderId: string | null
  resultId: string | null
  version: number | null
  noticeId: string | null
  itemId: string | null
  rank: number | null
  tradeId: string | null
  price: string | null
  score: string | null
  lines: NullableJson
}

export interface Certificate {
  tenantId: number
  id: string
  companyId: string
  applicationId: string
  userId: string | null
  kind: string
  medium: string
  suite: string
  years: number
  price: string
  holder: string
  companyName: string
  creditCode: string
  serial: string
  der: Buffer
  chain: Buffer[]
  keyHash: Buffer
  isDemo: boolean
  fromAt: Date
  untilAt: Date
  issuedAt: Date
  formerId: string | null
  revokedAt: Date | null
  revokeCode: Generated<string>
  revokeReason: Generated<string>
  revokedByName: Generated<string>
  revocationTold: Generated<boolean>
}

export interface ChannelOutbox {
  tenantId: number
  id: string
  channel: string
  recipient: Sealed
  subject: string
  body: string
  eventId: number | null
  state: string
  createdAt: Date
  isSecret: Generated<boolean>
  userId: string | null
  attempts: Generated<number>
  failure: Generated<string>
  doneAt: Date | null
  recipientHash: Blind | null
  origin: Generated<string>
  quietFrom: number | null
  quietTo: number | null
}

export interface ChargeBill {
  tenantId: number
  id: string
  code: string
  feeType: number
  orderId: string
  tradeId: string
  creditorId: string | null
  debtorId: string
  payer: string
  collection: number
  budgetAmount: string | null
  winnerAmount: string | null
  templateName: string
  terms: Json
  publicationId: string | null
  gross: string
  discount: string
  discountReason: string
  amount: string
  derivation: Json
  dueAt: Date | null
  state: string
  received: Generated<string>
  refunded: Generated<string>
  payOrderId: string | null
  reason: Generated<string>
  createdBy: string | null
  createdAt: Date
  sentAt: Date | null
  closedAt: Date | null
}

export interface ChargeConfig {
  tenantId: number
  id: string
  companyId: string | null
  feeType: number
  methods: number[]
  setting: number
  collection: number
  templateId: string | null
  payer: string
  memberDiscounts: Json
  note: string
  updatedAt: Date
}

export interface ChargeNotice {
  tenantId: number
  id: string
  content: string
  fromAt: Date
  untilAt: Date | null
  createdBy: string
  createdByName: string
  createdAt: Date
}

export interface ChargePublication {
  tenantId: number
  id: string
  companyId: string | null
  no: number
  lines: Json
  note: string
  publishedBy: string
  publishedByName: string
  publishedAt: Date
}

export interface ChargeReceipt {
  tenantId: number
  id: string
  code: string
  creditorId: string | null
  payerId: string
  channel: string
  amount: string
  refunded: Generated<string>
  settled: Generated<string>
  receivedAt: Date
  payOrderId: string | null
  reference: string
  voucherFile: string | null
  voucherName: string | null
  remark: string
  createdBy: string | null
  createdByName: string
  createdAt: Date
}

export interface ChargeSettlement {
  tenantId: number
  id: string
  receiptId: string
  billId: string
  amount: string
  settledByName: string
  at: Date
}

export interface ChargeTemplate {
  tenantId: number
  id: string
  companyId: string | null
  name: string
  terms: Json
  createdBy: string
  updatedAt: Date
}

export interface CipherVersion {
  version: number
  beganAt: Date
  completedAt: Date | null
  retiredAt: Date | null
  proof: string | null
}

export interface Client {
  tenantId: number
  id: string
  agencyCompanyId: string
  companyId: string
  name: string
  creditCode: string
  contact: Generated<string>
  remark: Generated<string>
  createdByName: string
  createdAt: Date
  updatedAt: Date
}

export interface ClockShift {
  onlyRow: Generated<boolean>
  ms: Generated<number>
  world: string | null
}

export interface CodeCounter {
  tenantId: number
  prefix: string
  last: number
}

export interface CommitmentAcceptance {
  tenantId: number
  id: string
  versionId: string
  versionHash: Buffer
  text: Json
  textHash: Buffer
  tradeId: string | null
  reviewerId: string | null
  companyId: string | null
  acceptedBy: string
  acceptedAt: Date
}

export interface CommitteeDirect {
  tenantId: number
  id: string
  orderId: string
  ground: string
  reason: string
  statedBy: string
  statedName: string
  statedAt: Date
}

export interface Company {
  id: string
  name: string
  creditCode: string
  companyType: number
  legalPerson: Generated<string>
  profile: DefaultedJson
  createdAt: Date
  identity: Sealed | null
  identityHash: Blind | null
  isClaimed: Generated<boolean>
}

export interface CompanyAppOff {
  tenantId: number
  companyId: string
  workbench: string
  app: string
  switchedBy: string
  switchedAt: Date
}

export interface CompanyAssociation {
  tenantId: number
  id: string
  parentCompanyId: string
  childCompanyId: string
  senderCompanyId: string
  status: Generated<number>
  message: Generated<string>
  answer: Generated<string>
  sort: Generated<number>
  sentBy: string
  sentAt: Date
  decidedBy: string | null
  decidedAt: Date | null
}

export interface CompanyAudit {
  tenantId: number
  id: string
  companyId: string | null
  kind: number
  status: Generated<number>
  companyType: number
  name: string
  creditCode: string
  content: Sealed
  before: Sealed | null
  appliedBy: string
  appliedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  reason: Generated<string>
  identity: Sealed | null
  identityHash: Blind | null
}

export interface CompanyAuditFile {
  tenantId: number
  auditId: string
  fileId: string
  kind: string
  name: string
}

export interface CompanyFollow {
  tenantId: number
  companyId: string
  followedId: string
  lastText: Generated<string>
  lastLink: Generated<string>
  lastAt: Date | null
  createdAt: Date
}

export interface CompanyMark {
  tenantId: number
  companyId: string
  markedId: string
  tag: string
  remark: Generated<string>
  markedAt: Date
}

export interface CompanyTenant {
  tenantId: number
  companyId: string
  isPurchaser: Generated<boolean>
  isAgency: Generated<boolean>
  isSupplier: Generated<boolean>
  isCertified: Generated<boolean>
  status: Generated<number>
  features: Generated<string[]>
  supervise: Generated<string[]>
  createdAt: Date
  registration: Sealed | null
  profile: DefaultedJson
  certifiedAt: Date | null
  disabledReason: Generated<string>
  chargeTenantId: number | null
  services: string[] | null
  systemRights: Generated<string[]>
  phone: Generated<string>
  address: Generated<string>
  phoneAt: Date | null
  addressAt: Date | null
}

export interface Contract {
  tenantId: number
  id: string
  code: string
  orderId: string | null
  resultId: string | null
  tradeId: string | null
  purchaserCompanyId: string
  supplierCompanyId: string
  title: string
  awardPrice: string
  awardNoticeAt: Date
  price: string
  version: Generated<number>
  terms: Generated<string>
  place: Generated<string>
  deliverBy: string | null
  warranty: Generated<string>
  payer: string
  payMode: string
  payDays: number
  payReason: Generated<string>
  milestones: DefaultedJson
  lateRate: string | null
  lpr: string | null
  files: DefaultedJson
  scans: DefaultedJson
  state: string
  contentHash: Buffer | null
  refusal: Generated<string>
  size: string | null
  createdBy: string
  createdByName: string
  createdAt: Date
  updatedAt: Date
  offeredAt: Date | null
  offeredByName: Generated<string>
  signedAt: Date | null
  signedByName: Generated<string>
  signedOn: string | null
  endedAt: Date | null
  endedByName: Generated<string>
  endReason: Generated<string>
  agreementId: string | null
  performanceBond: string | null
  performanceRate: string | null
}

export interface ContractDemand {
  tenantId: number
  id: string
  code: string
  contractId: string
  department: string
  needBy: string | null
  purpose: string
  lines: Json
  state: string
  reason: Generated<string>
  callOffId: string | null
  askedBy: string
  askedByName: string
  askedAt: Date
  answeredByName: Generated<string>
  answeredAt: Date | null
}

export interface ContractDue {
  tenantId: number
  id: string
  contractId: string
  no: number
  name: string
  acceptanceId: string | null
  amount: string
  countsFrom: string
  dueOn: string
  legalOn: string | null
  requested: Generated<string>
  paid: Generated<string>
  isDropped: Generated<boolean>
  createdAt: Date
}

export interface ContractLine {
  tenantId: number
  contractId: string
  line: number
  name: string
  spec: Generated<string>
  unit: Generated<string>
  quantity: string | null
  unitPrice: string
  amount: string
  ordered: Generated<string>
}

export interface ContractPayment {
  tenantId: number
  id: string
  requestId: string
  dueId: string
  amount: string
  paidOn: string
  voucher: DefaultedJson
  recordedByName: string
  recordedAt: Date
}

export interface ContractSigning {
  tenantId: number
  id: string
  contractId: string
  version: number
  sha256: Buffer | null
  completedAt: Date | null
}

export interface ContractVersion {
  tenantId: number
  contractId: string
  version: number
  price: string
  content: Json
  files: DefaultedJson
  contentHash: Buffer
  reason: Generated<string>
  deviation: Generated<string>
  beyondReason: Generated<string>
  state: string
  proposedByName: string
  proposedAt: Date
  answeredByName: Generated<string>
  answeredAt: Date | null
  refusal: Generated<string>
}

export interface Correction {
  tenantId: number
  id: string
  journalId: string
  reason: string
  state: string
  proposedBy: string
  proposedByName: string
  createdAt: Date
  decidedBy: string | null
  decidedByName: Generated<string>
  decidedAt: Date | null
  reversalId: string | null
}

export interface Cosignature {
  tenantId: number
  size: number
  witnessId: string
  line: string
  at: Date
  receivedAt: Date
}

export interface CrlCache {
  tenantId: number
  url: string
  issuer: Buffer
  der: Buffer
  fromAt: Date
  untilAt: Date
  fetchedAt: Date
}

export interface DatabaseIdentity {
  onlyRow: Generated<boolean>
  id: Generated<string>
}

export interface DecryptExtension {
  tenantId: number
  id: string
  orderId: string
  stage: Generated<number>
  oldEnd: Date
  newEnd: Date
  reason: string
  byUserId: string | null
  byName: string
  at: Date
  kind: Generated<string>
}

export interface DecryptTicket {
  tenantId: number
  id: string
  secretHash: Buffer
  orderId: string
  tradeId: string
  stage: number
  submissionId: string
  createdBy: string
  createdAt: Date
  expiresAt: Date
  scannedAt: Date | null
  usedAt: Date | null
}

export interface Delivery {
  tenantId: number
  id: string
  callOffId: string
  no: number
  deliveredOn: string
  carrier: Generated<string>
  note: Generated<string>
  files: DefaultedJson
  state: string
  noticedByName: string
  noticedAt: Date
}

export interface DeliveryLine {
  tenantId: number
  deliveryId: string
  line: number
  quantity: string
  accepted: Generated<string>
  rejected: Generated<string>
}

export interface Demand {
  tenantId: number
  id: string
  profile: string
  code: string
  companyId: string
  purchaserCompanyId: string
  title: string
  category: string
  categoryId: string | null
  purpose: string
  regime: string
  region: Generated<string>
  funds: Generated<string>
  budget: string
  wishedOn: string | null
  place: Generated<string>
  isPublicService: Generated<boolean>
  isComplex: Generated<boolean>
  mode: string
  noSurveyReason: Generated<string>
  hidesAnswers: Generated<boolean>
  questions: DefaultedJson
  extras: DefaultedJson
  files: DefaultedJson
  state: string
  version: Generated<number>
  createdBy: string
  createdByName: string
  createdAt: Date
  publishedAt: Date | null
  concludedAt: Date | null
  plannedAt: Date | null
  handedAt: Date | null
  withdrawnAt: Date | null
  withdrawReason: Generated<string>
}

export interface DemandAnswer {
  tenantId: number
  demandId: string
  tradeId: string
  roundNo: number
  revision: number
  solution: string
  brand: Generated<string>
  model: Generated<string>
  price: string | null
  priceNote: Generated<string>
  cases: Generated<string>
  lines: Json
  answers: DefaultedJson
  extras: DefaultedJson
  files: DefaultedJson
  scan: DefaultedJson
  receivedOn: string | null
  madeBy: string
  madeByName: string
  madeAt: Date
}

export interface DemandAuthor {
  tenantId: number
  demandId: string
  userId: string
  name: string
}

export interface DemandCategory {
  tenantId: number
  id: string
  companyId: string | null
  parentId: string | null
  code: string
  name: string
  sort: Generated<number>
  isEnabled: Generated<boolean>
  createdAt: Date
}

export interface DemandCheck {
  tenantId: number
  demandId: string
  tradeId: string
  roundNo: number
  no: number
  isValid: boolean
  reason: Generated<string>
  madeByName: string
  madeAt: Date
}

export interface DemandConclusion {
  tenantId: number
  demandId: string
  no: number
  version: number
  marketSize: string
  summary: string
  respondents: number
  fewReason: Generated<string>
  computedLow: string | null
  computedHigh: string | null
  priceLow: string | null
  priceHigh: string | null
  priceReason: Generated<string>
  narrow: DefaultedJson
  madeBy: string
  madeByName: string
  madeAt: Date
}

export interface DemandItem {
  tenantId: number
  id: string
  demandId: string
  lotNo: number
  line: number
  code: Generated<string>
  name: string
  spec: Generated<string>
  unit: string
  quantity: string
  controlPrice: string | null
  section: Generated<string>
  remark: Generated<string>
}

export interface DemandMark {
  tenantId: number
  demandId: string
  roundNo: number
  employeeId: string
  revision: number
  lines: Json
  madeAt: Date
}

export interface DemandMarker {
  tenantId: number
  demandId: string
  roundNo: number
  employeeId: string
  userId: string
  name: string
  department: Generated<string>
  part: string
  askedByName: string
  askedAt: Date
  markedAt: Date | null
}

export interface DemandParameter {
  tenantId: number
  demandId: string
  version: number
  parameterId: string
  line: number
  section: Generated<string>
  name: string
  unit: Generated<string>
  wished: Generated<string>
  isMust: boolean
  weight: Generated<number>
  remark: Generated<string>
}

export interface DemandPlan {
  tenantId: number
  id: string
  demandId: string
  no: number
  method: number
  lots: DefaultedJson
  qualification: string
  evaluation: string
  contractType: string
  pricing: string
  acceptance: string
  risks: string
  announceOn: string | null
  signOn: string | null
  deliverOn: string | null
  changeReason: Generated<string>
  files: DefaultedJson
  state: string
  createdByName: string
  createdAt: Date
  updatedAt: Date
  passedAt: Date | null
}

export interface DemandProject {
  tenantId: number
  projectId: string
  demandId: string
  planId: string
  itemIds: string[]
  budget: string
  madeByName: string
  madeAt: Date
}

export interface DemandRequest {
  tenantId: number
  id: string
  companyId: string
  departmentId: string | null
  code: string
  title: string
  category: string
  state: string
  reason: string
  neededBy: string
  items: Json
  estimate: string
  budget: DefaultedJson
  mergedInto: string | null
  planId: string | null
  createdBy: string
  createdByName: string
  createdAt: Date
  updatedAt: Date
  submittedAt: Date | null
  decidedAt: Date | null
  decidedByName: Generated<string>
  returnReason: Generated<string>
}

export interface DemandReview {
  tenantId: number
  id: string
  planId: string
  demandId: string
  no: number
  kind: string
  note: Generated<string>
  openedByName: string
  openedAt: Date
  endedAt: Date | null
  result: Generated<string>
  recallReason: Generated<string>
}

export interface DemandReviewer {
  tenantId: number
  reviewId: string
  employeeId: string
  userId: string
  name: string
  department: Generated<string>
  opinion: Generated<string>
  reason: Generated<string>
  givenAt: Date | null
}

export interface DemandRound {
  tenantId: number
  demandId: string
  roundNo: number
  version: number
  openedAt: Date | null
  endsAt: Date
  endedAt: Date | null
  endReason: Generated<string>
}

export interface DemandRoundChange {
  tenantId: number
  id: string
  demandId: string
  roundNo: number
  kind: string
  fromAt: Date
  toAt: Date
  reason: string
  madeByName: string
  madeAt: Date
}

export interface DemandTrade {
  tenantId: number
  id: string
  demandId: string
  companyId: string | null
  name: string
  isPaper: Generated<boolean>
  isInvited: Generated<boolean>
  status: string
  contact: Generated<string>
  note: Generated<string>
  files: DefaultedJson
  createdAt: Date
  signedUpAt: Date | null
  decidedAt: Date | null
  decidedByName: Generated<string>
  refusal: Generated<string>
}

export interface DemandVersion {
  tenantId: number
  demandId: string
  version: number
  reason: Generated<string>
  madeByName: string
  madeAt: Date
}

export interface Department {
  tenantId: number
  id: string
  companyId: string
  parentId: string | null
  name: string
  sort: Generated<number>
  headEmployeeId: string | null
}

export interface DocumentDownload {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  fileId: string
  userId: string
  at: Date
}

export interface DocumentFee {
  tenantId: number
  tradeId: string
  orderId: string
  payOrderId: string
  amount: string
  paidAt: Date
  refundAt: Date | null
  refundedAt: Date | null
  refundProblem: Generated<string>
}

export interface Draw {
  tenantId: number
  id: string
  kind: string
  subject: string
  title: string
  operatorHash: Buffer
  preparedAt: Date
  parts: NullableJson
  frozen: NullableJson
  frozenHash: Buffer | null
  frozenAt: Date | null
  closed: NullableJson
  closedHash: Buffer | null
  closedAt: Date | null
  dueAt: Date | null
  operatorSeed: Buffer | null
  signature: Buffer | null
  result: NullableJson
  drawnAt: Date | null
  trouble: Generated<string>
  named: NullableJson
  namedHash: Buffer | null
  namedAt: Date | null
}

export interface DrawShare {
  tenantId: number
  drawId: string
  userId: string
  id: string
  role: string
  name: string
  commitment: Buffer
  committedAt: Date
  value: Buffer | null
  revealedAt: Date | null
}

export interface Employee {
  tenantId: number
  id: string
  companyId: string
  userId: string
  departmentId: string | null
  name: string
  email: Generated<string>
  status: Generated<number>
  isAdmin: Generated<boolean>
  isSigner: Generated<boolean>
  rights: Generated<string[]>
  createdAt: Date
  deletedAt: Date | null
  directRights: Generated<string[]>
  acceptedAt: Date | null
  invitedBy: string | null
  invitedAt: Date | null
  invitedUntil: Date | null
  invitedMobile: Sealed | null
  invitedTimes: Generated<number>
  invitedMobileHash: Blind | null
  invitedMobileTail: Blind | null
}

export interface EmployeeRole {
  tenantId: number
  employeeId: string
  roleId: string
}

export interface Entrustment {
  tenantId: number
  id: string
  projectId: string
  purchaserCompanyId: string
  agencyCompanyId: string
  proposedBy: Generated<string>
  state: string
  kept: Generated<string[]>
  feeRule: string
  feePayer: string
  feeAmount: string | null
  note: Generated<string>
  contractFiles: DefaultedJson
  createdBy: string
  createdByName: string
  createdAt: Date
  updatedAt: Date
  offeredAt: Date | null
  decidedAt: Date | null
  decidedBy: string | null
  decidedByName: Generated<string>
  refusal: Generated<string>
  endedAt: Date | null
  endedByName: Generated<string>
  endedByCompanyId: string | null
  endReason: Generated<string>
  returnedOrders: Generated<string[]>
}

export interface EventJob {
  tenantId: number
  eventId: number
  handler: string
  isSlow: boolean
  dueAt: Generated<Date>
  attempts: Generated<number>
  lastError: Generated<string>
}

export interface Expert {
  tenantId: number
  id: string
  userId: string
  companyId: string | null
  name: string
  mobile: Sealed
  employer: Generated<string>
  employerCode: Generated<string>
  kind: string
  majors: Generated<string[]>
  title: Generated<string>
  region: Generated<string>
  city: Generated<string>
  since: number | null
  status: Generated<number>
  createdAt: Date
  mobileHash: Blind | null
}

export interface ExpertApplication {
  tenantId: number
  id: string
  kind: number
  libraryId: string | null
  companyId: string | null
  expertId: string | null
  mobile: Sealed
  content: Json
  status: Generated<number>
  reason: Generated<string>
  appliedBy: string
  appliedByName: string
  appliedAt: Date
  decidedBy: string | null
  decidedByName: Generated<string>
  decidedAt: Date | null
  mobileHash: Blind | null
}

export interface ExpertCall {
  tenantId: number
  id: string
  extractionId: string
  rowNo: number
  token: string
  rank: number
  expertId: string
  userId: string
  name: string
  mobile: Sealed
  employer: Generated<string>
  employerCode: Generated<string>
  kind: string
  noticeStatus: number
  replyStatus: Generated<number>
  replyDue: Date
  category: number | null
  reason: Generated<string>
  repliedBy: Generated<string>
  calledAt: Date
  repliedAt: Date | null
  replaces: string | null
}

export interface ExpertEvaluation {
  tenantId: number
  id: string
  expertId: string
  extractionId: string
  companyId: string
  score: number
  reason: string
  createdByName: string
  createdAt: Date
}

export interface ExpertExtraction {
  tenantId: number
  id: string
  code: string
  kind: number
  title: string
  companyId: string
  workbench: string
  orderId: string | null
  mode: number
  library: number
  reviewAt: Date
  place: string
  note: Generated<string>
  replyMinutes: number
  isSecret: boolean
  byPlatform: boolean
  conditions: Json
  avoidance: Sealed
  picks: Generated<string[]>
  pickReason: Generated<string>
  parentId: string | null
  status: Generated<number>
  failure: Generated<string>
  seedHash: Buffer
  saltHash: Buffer
  nonce: string | null
  poolHash: Buffer | null
  createdBy: string
  createdByName: string
  createdAt: Date
  updatedAt: Date
  drawnAt: Date | null
  endedAt: Date | null
  frozenAt: Date | null
}

export interface ExpertFile {
  tenantId: number
  expertId: string
  fileId: string
  name: string
  sort: number
}

export interface ExpertLeave {
  tenantId: number
  id: string
  userId: string
  firstDay: string
  lastDay: string
  reason: Generated<string>
  createdAt: Date
}

export interface ExpertMajor {
  tenantId: number
  code: string
  parent: string | null
  name: string
  isEnabled: Generated<boolean>
}

export interface ExpertPool {
  tenantId: number
  extractionId: string
  rowNo: number
  token: string
  expertId: string
  userId: string
  rank: number | null
  excluded: Generated<string>
}

export interface ExpertShare {
  tenantId: number
  id: string
  expertId: string
  companyId: string | null
  note: Generated<string>
  sharedByName: string
  sharedAt: Date
  endedByName: Generated<string>
  endedAt: Date | null
  endReason: Generated<string>
}

export interface ExpertUser {
  tenantId: number | null
  userId: string | null
}

export interface ExportTicket {
  tokenHash: Buffer
  sessionId: string
  path: string
  workbench: string | null
  expiresAt: Date
}

export interface FactorReset {
  tenantId: number
  id: string
  userId: string
  askedBy: string
  reason: string
  askedAt: Date
  dueAt: Date
  status: Generated<string>
  endedAt: Date | null
}

export interface FileObject {
  tenantId: number
  id: string
  sha256: Buffer
  size: number
  mime: string
  name: string
  use: string
  userId: string | null
  companyId: string | null
  createdAt: Date
}

export interface FormDraft {
  tenantId: number
  userId: string
  key: string
  body: Sealed
  savedAt: Date
  files: Generated<string[]>
}

export interface FrameAgreement {
  tenantId: number
  id: string
  code: string
  purchaserCompanyId: string
  orderId: string | null
  renewsId: string | null
  title: string
  kind: string
  regime: string
  category: string
  rule: string
  fromDay: string
  untilDay: string
  quota: string | null
  terms: Generated<string>
  priceNote: Generated<string>
  place: Generated<string>
  payer: string
  payDays: number
  payReason: Generated<string>
  files: DefaultedJson
  state: string
  turn: Generated<number>
  createdByName: string
  createdAt: Date
  updatedAt: Date
  sentAt: Date | null
  sentByName: Generated<string>
  signedAt: Date | null
  endedAt: Date | null
  endedByName: Generated<string>
  endReason: Generated<string>
}

export interface FrameCompetition {
  tenantId: number
  id: string
  agreementId: string
  code: string
  title: string
  until: Date
  deliverBy: string
  place: string
  note: Generated<string>
  state: string
  createdByName: string
  createdAt: Date
  closedAt: Date | null
  reason: Generated<string>
  decidedByName: Generated<string>
  entryId: string | null
  callOffId: string | null
}

export interface FrameCompetitionLine {
  tenantId: number
  competitionId: string
  line: number
  quantity: string
}

export interface FrameCompetitionParty {
  tenantId: number
  competitionId: string
  entryId: string
  rank: number | null
  excluded: Generated<string>
}

export interface FrameEntry {
  tenantId: number
  id: string
  agreementId: string
  no: number
  supplierCompanyId: string
  share: string | null
  prices: DefaultedJson
  tradeId: string | null
  resultId: string | null
  state: string
  version: Generated<number>
  contentHash: Buffer | null
  reason: Generated<string>
  size: string | null
  contractId: string | null
  answeredAt: Date | null
  answeredByName: Generated<string>
}

export interface FrameItem {
  tenantId: number
  agreementId: string
  line: number
  name: string
  spec: Generated<string>
  unit: string
  quantity: string | null
}

export interface FrameOrder {
  tenantId: number
  callOffId: string
  agreementId: string
  entryId: string
  skipReason: Generated<string>
}

export interface FrameQuote {
  tenantId: number
  competitionId: string
  entryId: string
  version: number
  prices: NullableJson
  amount: string | null
  quotedAt: Date
  quotedByName: string
}

export interface FrameQuoteRevealed {
  tenantId: number | null
  competitionId: string | null
  entryId: string | null
  version: number | null
  prices: NullableJson
  amount: string | null
  quotedAt: Date | null
  quotedByName: string | null
}

export interface FrameVersion {
  tenantId: number
  entryId: string
  version: number
  prices: Json
  contentHash: Buffer
  reason: Generated<string>
  state: string
  proposedByName: string
  proposedAt: Date
  answeredByName: Generated<string>
  answeredAt: Date | null
  refusal: Generated<string>
}

export interface GatewayBill {
  tenantId: number
  provider: string
  day: string
  lines: Json
  missing: Generated<boolean>
}

export interface GatewayKey {
  tenantId: number
  provider: string
  holder: string
  serial: string
  privateKey: Buffer
  publicKey: string
}

export interface GatewayNotice {
  tenantId: number
  id: string
  provider: string
  about: string
  body: string
  tries: Generated<number>
  endedAt: Date | null
  lastAnswer: Generated<string>
  createdAt: Date
}

export interface GatewayRefund {
  tenantId: number
  id: string
  provider: string
  ourNo: string
  tradeId: string
  refundNo: string
  amount: string
  state: string
  at: Date
}

export interface GatewayTrade {
  tenantId: number
  id: string
  provider: string
  ourNo: string
  providerNo: string
  title: string
  amount: string
  paidAmount: string | null
  state: string
  notifyUrl: string
  refunds: Generated<string>
  createdAt: Date
  paidAt: Date | null
}

export interface GrayscaleRelease {
  tenantId: number
  code: string
  name: string
  workbenches: string[]
  createdAt: Date
}

export interface GuaranteeDocument {
  tenantId: number
  id: string
  letterId: string
  content: string
  refusal: string
  at: Date
}

export interface GuaranteeLetter {
  tenantId: number
  id: string
  givenId: string
  tradeId: string
  companyId: string
  issuer: string
  amount: string
  fee: string
  neededUntil: string
  validUntil: string | null
  number: Generated<string>
  state: string
  problem: Generated<string>
  payOrderId: string | null
  at: Date
  verifiedAt: Date | null
  endedAt: Date | null
}

export interface HallMessage {
  tenantId: number
  id: string
  orderId: string
  tradeId: string | null
  senderUserId: string
  senderName: string
  isHost: boolean
  content: string
  at: Date
}

export interface HallPresence {
  tenantId: number
  orderId: string
  userId: string
  tradeId: string | null
  name: string
  seenAt: Date
}

export interface HallRead {
  tenantId: number
  orderId: string
  userId: string
  channel: string
  readAt: Date
}

export interface HashTimeStamp {
  tenantId: number
  id: string
  hash: Buffer
  askedAt: Date
  token: Buffer | null
  at: Date | null
  authority: string | null
  isLocal: boolean | null
}

export interface HeadTimeStamp {
  tenantId: number
  size: number
  token: Buffer
  at: Date
  authority: string
  isLocal: boolean
}

export interface Idempotency {
  tenantId: number
  actor: string
  key: string
  call: string
  bodyHash: Buffer
  status: number
  answer: Sealed | null
  createdAt: Date
}

export interface InboxSnooze {
  tenantId: number
  userId: string
  workbench: string
  todoKey: string
  until: Date
}

export interface Invitation {
  tenantId: number
  id: string
  companyId: string
  tokenHash: Buffer
  name: string
  mobile: Sealed
  departmentId: string | null
  roleIds: Generated<string[]>
  status: Generated<number>
  invitedBy: string
  createdAt: Date
  sentAt: Date
  expiresAt: Date
  joinedAt: Date | null
  sentTimes: Generated<number>
  mobileHash: Blind | null
  mobileTail: Blind | null
}

export interface Invoice {
  tenantId: number
  id: string
  seq: number
  code: string
  buyerId: string
  payeeId: string | null
  payeeName: string
  titleKind: number
  kind: number
  scope: number
  title: string
  taxNo: string
  address: string
  phone: Sealed
  bank: string
  accountNo: Sealed
  email: string
  remark: string
  rate: number
  total: string
  net: string
  tax: string
  state: string
  reason: Generated<string>
  problem: Generated<string>
  appliedBy: string
  appliedByName: string
  appliedAt: Date
  decidedByName: Generated<string>
  decidedAt: Date | null
  number: Generated<string>
  issuedAt: Date | null
  fileId: string | null
  isSample: Generated<boolean>
  usedAt: Date | null
  usedByName: Generated<string>
}

export interface InvoiceLine {
  tenantId: number
  invoiceId: string
  line: number
  orderId: string
  orderCode: string
  name: string
  amount: string
  isLive: Generated<boolean>
}

export interface InvoiceNotice {
  tenantId: number
  id: string
  issuer: string
  noticeId: string
  at: Date
  ip: string
  headers: Json
  body: Buffer
  verdict: string
  reason: string
  ourNo: string
}

export interface InvoiceNumber {
  tenantId: number
  last: number
}

export interface InvoiceRed {
  tenantId: number
  id: string
  invoiceId: string
  side: string
  reason: string
  state: string
  askedBy: string
  askedByName: string
  askedAt: Date
  expiresAt: Date | null
  answeredByName: Generated<string>
  answeredAt: Date | null
  answer: Generated<string>
  problem: Generated<string>
  number: Generated<string>
  issuedAt: Date | null
  fileId: string | null
}

export interface InvoiceSetting {
  tenantId: number
  payee: string
  taxNo: string
  rates: Json
  updatedByName: string
  updatedAt: Date
}

export interface InvoiceTitle {
  tenantId: number
  id: string
  companyId: string
  titleKind: number
  name: string
  taxNo: string
  address: string
  phone: Sealed
  bank: string
  accountNo: Sealed
  email: string
  usedAt: Date
}

export interface JoinRequest {
  tenantId: number
  id: string
  companyId: string
  userId: string
  name: string
  message: Generated<string>
  status: Generated<number>
  createdAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

export interface JointAnswer {
  tenantId: number
  id: string
  orderId: string
  idx: number
  userId: string
  answer: Json
  holds: boolean
  at: Date
}

export interface JointCeremony {
  tenantId: number
  id: string
  orderId: string
  attempt: number
  threshold: number
  status: number
  liars: Generated<number[]>
  failure: Generated<string>
  fingerprint: string | null
  createdBy: string
  createdAt: Date
  endedAt: Date | null
}

export interface JointInvitation {
  tenantId: number
  id: string
  orderId: string
  contact: Sealed
  contactHash: Blind | null
  userId: string | null
  status: number
  invitedBy: string
  invitedAt: Date
  answeredAt: Date | null
}

export interface JointOfficer {
  tenantId: number
  ceremonyId: string
  idx: number
  userId: string
  name: string
  companyName: string
  role: string
  device: NullableJson
  dealing: NullableJson
  complaint: NullableJson
  confirmation: NullableJson
  checkedAt: Date | null
  excusedAt: Date | null
  excusedBy: string | null
  excuse: Generated<string>
}

export interface JointOpening {
  tenantId: number
  orderId: string
  stage: Generated<number>
  ceremonyId: string
  bids: NullableJson
  closedAt: Date | null
  begunAt: Date | null
  doneAt: Date | null
}

export interface LeaderVote {
  tenantId: number
  orderId: string
  voterId: string
  choiceId: string
  at: Date
  salt: Generated<string>
}

export interface LeasedWork {
  tenantId: number
  kind: string
  subject: string
  createdAt: Generated<Date>
  dueAt: Generated<Date>
  attempts: Generated<number>
  lastError: Generated<string>
  lease: string | null
}

export interface LedgerAccount {
  tenantId: number
  id: string
  kind: string
  ownerId: string | null
  subject: string
  currency: string
  guarded: boolean
  debit: Generated<string>
  credit: Generated<string>
  held: Generated<string>
  seq: Generated<number>
}

export interface LedgerClose {
  tenantId: number
  day: string
  until: Date
  journals: number
  debit: string
  credit: string
  prevHead: Buffer
  head: Buffer
  closedAt: Date
}

export interface LedgerCloseTotal {
  tenantId: number
  accountId: string
  day: string
  debit: string
  credit: string
}

export interface LedgerEntry {
  tenantId: number
  journalId: string
  line: number
  accountId: string
  side: string
  amount: string
  at: Date
  accountSeq: number | null
  balanceAfter: string | null
}

export interface LedgerHold {
  tenantId: number
  id: string
  key: string
  accountId: string
  amount: string
  subject: string
  bodyHash: Buffer
  state: string
  at: Date
  expiresAt: Date | null
  settledAt: Date | null
  journalId: string | null
}

export interface LedgerJournal {
  tenantId: number
  id: string
  key: string
  kind: string
  subject: string
  at: Date
  memo: string
  bodyHash: Buffer
  hash: Buffer
}

export interface LightOpinion {
  tenantId: number
  memberId: string
  reviewId: string
  answers: Json
  remark: string
  savedAt: Date
  handedInAt: Date | null
  signature: string | null
  salt: Buffer | null
  hash: Buffer | null
}

export interface LightReview {
  tenantId: number
  id: string
  orderId: string
  no: number
  status: string
  setting: Json
  settingHash: Buffer | null
  deadline: Date
  createdBy: string
  createdByName: string
  createdAt: Date
  startedAt: Date | null
  openedAt: Date | null
  endedAt: Date | null
  endedByName: string | null
  conclusion: Generated<string>
  recordFileId: string | null
  recordHash: Buffer | null
}

export interface LightReviewAnswer {
  tenantId: number
  askId: string
  no: number
  content: string
  files: Json
  byUserId: string
  byName: string
  at: Date
}

export interface LightReviewAsk {
  tenantId: number
  id: string
  reviewId: string
  orderId: string
  tradeId: string
  kind: string
  title: string
  content: string
  deadline: Date
  askedBy: string
  askedByName: string
  askedAt: Date
}

export interface LightReviewMember {
  tenantId: number
  id: string
  reviewId: string
  employeeId: string
  userId: string
  name: string
  isChair: boolean
  joinedAt: Date
  outAt: Date | null
  outReason: Generated<string>
  replacedBy: string | null
}

export interface LocalTimeAuthority {
  tenantId: number
  certificate: Buffer
  sealedKey: Buffer
  createdAt: Date
}

export interface LogLeaf {
  tenantId: number
  idx: number
  recordId: string
  blinding: Buffer
}

export interface LogPending {
  tenantId: number
  id: string
}

export interface LogRecord {
  tenantId: number
  id: string
  type: string
  subject: string
  hash: Buffer
  text: string | null
  salt: Buffer
  at: Date
}

export interface LoginDevice {
  id: string
  userId: string
  tokenHash: Buffer
  createdAt: Date
  lastSeenAt: Date
}

export interface LoginGuard {
  subject: string
  failed: Generated<number>
  failedAt: Date
  lockedUntil: Date | null
}

export interface LoginLog {
  tenantId: number
  id: string
  userId: string | null
  companyId: string | null
  account: string
  ip: string
  userAgent: string
  outcome: string
  at: Date
}

export interface LoginSession {
  id: string
  tokenHash: Buffer
  userId: string
  tenantId: number
  employeeId: string | null
  ip: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  factorAt: Date | null
  deviceId: string | null
}

export interface MatchHidden {
  tenantId: number
  employeeId: string
  orderId: string
  hiddenAt: Date
}

export interface MatchProfile {
  tenantId: number
  companyId: string
  categories: Generated<string[]>
  keywords: Generated<string[]>
  regions: Generated<string[]>
  least: string | null
  most: string | null
  certificates: DefaultedJson
  updatedBy: string
  updatedByName: string
  updatedAt: Date
}

export interface Meeting {
  tenantId: number
  id: string
  companyId: string
  hostId: string
  hostName: string
  title: string
  agenda: string
  fromAt: Date
  untilAt: Date
  roomId: string | null
  roomNo: number | null
  online: string
  link: Generated<string>
  orderId: string | null
  minutes: Generated<string>
  minutesAt: Date | null
  beganAt: Date | null
  endedAt: Date | null
  warnedAt: Date | null
  cancelledAt: Date | null
  cancelReason: Generated<string>
  createdAt: Date
}

export interface MeetingCharge {
  tenantId: number
  runId: string
  lotId: string
  fromAt: Date
  minutes: number
}

export interface MeetingInvitation {
  tenantId: number
  id: string
  meetingId: string
  guest: string
  codeHash: Buffer
  createdAt: Date
  acceptedBy: string | null
  acceptedAt: Date | null
  withdrawnAt: Date | null
}

export interface MeetingLine {
  tenantId: number
  id: string
  meetingId: string
  userId: string
  name: string
  content: string
  at: Date
}

export interface MeetingPerson {
  tenantId: number
  meetingId: string
  userId: string
  companyId: string
  name: string
  companyName: string
  answer: Generated<string>
  answeredAt: Date | null
}

export interface MeetingPresence {
  tenantId: number
  meetingId: string
  userId: string
  name: string
  seenAt: Date
}

export interface MeetingRoom {
  tenantId: number
  id: string
  no: Generated<number>
  companyId: string
  name: string
  kind: number
  place: string
  seats: number
  equipment: string
  hours: Json
  isEnabled: Generated<boolean>
  createdAt: Date
}

export interface MeetingRoomClosure {
  tenantId: number
  id: string
  roomId: string
  fromAt: Date
  untilAt: Date
  reason: string
}

export interface MeetingRun {
  tenantId: number
  id: string
  meetingId: string
  fromAt: Date
  seenAt: Date
  endedAt: Date | null
  endReason: Generated<string>
  minutes: Generated<number>
}

export interface MeetingSetting {
  tenantId: number
  companyId: string
  link: string
}

export interface MenuGate {
  tenantId: number
  menuCode: string
  companyIds: Generated<string[]>
  withHierarchy: Generated<boolean>
  features: Generated<string[]>
  institutions: Generated<string[]>
  systemRight: string | null
  substituteRight: string | null
  updatedBy: string
  updatedAt: Date
}

export interface Message {
  tenantId: number
  id: string
  userId: string
  identity: string
  kind: string
  title: string
  content: string
  link: string | null
  eventId: number | null
  readAt: Date | null
  deletedAt: Date | null
  createdAt: Date
}

export interface MessageChoice {
  tenantId: number
  userId: string
  identity: string
  kind: string
  channel: string
  isOn: boolean
}

export interface MessageDelivery {
  tenantId: number
  messageId: string
  channel: string
  userId: string
  dueAt: Date
  outboxId: string | null
}

export interface MessageEmail {
  tenantId: number
  userId: string
  address: string | null
  verifiedAt: Date | null
  askedAddress: string | null
  codeHash: Buffer | null
  askedAt: Date | null
  askedToday: Generated<number>
  tries: Generated<number>
}

export interface MessageRhythm {
  tenantId: number
  userId: string
  channel: string
  mode: string
  hour: number
  weekday: number
  quietFrom: number | null
  quietTo: number | null
}

export interface NodeAgreement {
  onlyRow: Generated<boolean>
  secretCheck: Buffer | null
  fileStore: string | null
}

export interface Notice {
  tenantId: number
  id: string
  orderId: string
  kind: number
  code: string
  title: string
  content: Json
  data: DefaultedJson
  needsConfirmation: Generated<boolean>
  status: Generated<number>
  contentHash: Buffer | null
  signature: string | null
  publicityEnd: Date | null
  createdBy: string
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  words: Generated<string>
  isListed: Generated<boolean>
}

export interface NoticeConfirmation {
  tenantId: number
  noticeId: string
  tradeId: string
  confirmedBy: string
  confirmedAt: Date
}

export interface NoticeExport {
  tenantId: number
  id: string
  code: string
  companyId: string
  employeeId: string
  userId: string
  userName: string
  title: string
  noticeIds: string[]
  state: string
  useIds: Generated<string[]>
  progress: Generated<number>
  reason: Generated<string>
  sha256: Buffer | null
  size: number | null
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

export interface NoticeSearch {
  tenantId: number | null
  id: string | null
  orderId: string | null
  kind: number | null
  code: string | null
  title: string | null
  status: number | null
  publishedAt: Date | null
  words: string | null
}

export interface Objection {
  tenantId: number
  id: string
  orderId: string
  tradeId: string | null
  subject: string
  content: string
  createdBy: string
  createdAt: Date
  answer: string | null
  answeredBy: string | null
  answeredAt: Date | null
  withdrawnAt: Date | null
  companyId: string | null
  dueAt: Date
  outcome: string | null
  files: DefaultedJson
  answerFiles: DefaultedJson
  complainedOn: string | null
  complaintAuthority: string | null
  complaintNotedBy: string | null
  complaintNotedAt: Date | null
}

export interface OpenedFile {
  tenantId: number
  orderId: string
  tradeId: string
  stage: Generated<number>
  position: number
  role: string
  name: string
  fileId: string
  cipherHash: string
  contentKey: string
}

export interface Opening {
  tenantId: number
  orderId: string
  stage: Generated<number>
  hostUserId: string | null
  startedAt: Date | null
  decryptEnd: Date | null
  marksOpenedAt: Date | null
  endedAt: Date | null
  sheetFileId: string | null
  referencePrice: string | null
  referenceBasis: Generated<string>
}

export interface OpeningBidder {
  tenantId: number
  orderId: string
  tradeId: string
  stage: Generated<number>
  submissionId: string
  no: number
  signedInAt: Date | null
  decryptState: Generated<number>
  releasedAt: Date | null
  decryptedAt: Date | null
  failure: Generated<string>
  releasedKeys: DefaultedJson
  quote: string | null
  priceSheet: NullableJson
  confirmState: Generated<number>
  confirmedAt: Date | null
  dispute: Generated<string>
  disputeReply: Generated<string>
  disputeRepliedAt: Date | null
  remark: Generated<string>
  readAt: Date | null
}

export interface OpeningDraw {
  tenantId: number
  orderId: string
  parts: Json
  result: Json
  how: string
  drawnBy: string
  drawnAt: Date
}

export interface OpeningMark {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  stage: Generated<number>
  sort: number
  markType: number
  name: string
  value: string
  unit: number | null
}

export interface OpeningSignature {
  tenantId: number
  orderId: string
  stage: number
  tradeId: string
  userId: string
  signer: string
  sha256: Buffer
  at: Date
  ip: string | null
}

export interface OrderContractDate {
  tenantId: number
  orderId: string
  signedOn: string
  recordedByName: string
  recordedAt: Date
}

export interface OrderFile {
  tenantId: number
  id: string
  orderId: string
  kind: string
  fileId: string
  name: string
  noticeId: string | null
  createdAt: Date
  replacedBy: string | null
  replacedAt: Date | null
  replacedNotice: string | null
  replaceReason: Generated<string>
}

export interface OrderFollow {
  tenantId: number
  companyId: string
  orderId: string
  remark: Generated<string>
  lastText: Generated<string>
  lastLink: Generated<string>
  lastAt: Date | null
  createdAt: Date
}

export interface OrderInvitation {
  tenantId: number
  orderId: string
  companyId: string
  reason: string
  toldAt: Date | null
  addedBy: string
  addedByName: string
  addedAt: Date
  id: string
  readAt: Date | null
  readByName: string | null
  declinedAt: Date | null
  declinedByName: string | null
  declineReason: string | null
  sentAgainAt: Date | null
}

export interface OrderPackage {
  tenantId: number
  id: string
  projectId: string
  code: string
  title: string
  remark: Generated<string>
  createdBy: string
  createdByName: string
  createdAt: Date
  updatedAt: Date
}

export interface OrderQuestion {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  content: string
  askedAt: Date
  askedBy: string
  answer: string | null
  answeredAt: Date | null
  noticeId: string | null
}

export interface OrderResult {
  tenantId: number
  id: string
  orderId: string
  kind: string
  version: number
  cause: string | null
  reason: Generated<string>
  evidenceFile: string | null
  evidenceName: string | null
  decidedAt: Date
  publishedBy: string | null
  noticeId: string | null
  excluded: Generated<string[]>
}

export interface Outbox {
  id: Generated<number>
  tenantId: number
  at: Date
  kind: string
  topics: Generated<string[]>
  payload: Json
  seq: number | null
}

export interface Panel {
  tenantId: number
  orderId: string
  stage: Generated<string>
  roundNo: Generated<number>
  drawId: string | null
  plan: NullableJson
  report: NullableJson
  reportHash: Buffer | null
  reportedAt: Date | null
  failReason: Generated<string>
  createdBy: string
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

export interface PanelChange {
  tenantId: number
  orderId: string
  version: number
  kinds: string[]
  content: string
  deadline: Date
  proposedBy: string
  proposedName: string
  proposedAt: Date
  decidedBy: string | null
  decidedName: Generated<string>
  decidedAt: Date | null
  agreed: boolean | null
  reason: Generated<string>
  roundNo: number | null
  hash: Buffer | null
}

export interface PanelMember {
  tenantId: number
  id: string
  orderId: string
  sort: number
  userId: string
  expertId: string | null
  employeeId: string | null
  role: string
  name: string
  employer: string
  employerCode: string
  isDrawn: Generated<boolean>
  chosenAt: Date
  declaredAt: Date | null
  outAt: Date | null
  outReason: Generated<string>
  signedAt: Date | null
  dissent: Generated<string>
}

export interface PanelSheet {
  tenantId: number
  memberId: string
  kind: string
  roundNo: number
  orderId: string
  body: Json
  signature: string
  salt: Buffer
  hash: Buffer
  at: Date
}

export interface PanelSupplier {
  tenantId: number
  orderId: string
  tradeId: string
  cause: Generated<string>
  reason: Generated<string>
  roundNo: number | null
  outAt: Date | null
}

export interface PasskeyChallenge {
  challenge: string
  purpose: string
  userId: string | null
  expiresAt: Date
}

export interface PayNotice {
  tenantId: number
  id: string
  provider: string
  noticeId: string
  kind: string
  at: Date
  ip: string
  headers: Json
  body: Buffer
  verdict: string
  reason: string
  ourNo: string
  paymentId: string | null
}

export interface PayOrder {
  tenantId: number
  id: string
  code: string
  type: number
  subjectKind: string
  subjectId: string
  title: string
  buyerId: string
  payeeId: string | null
  payeeName: string
  purpose: string
  payeeSubject: string
  lines: Json
  reasons: Json
  amount: string
  state: string
  invoiceStatus: Generated<number>
  createdBy: string | null
  createdByName: string
  createdAt: Date
  expiresAt: Date
  closedAt: Date | null
  closeReason: Generated<string>
  paidAt: Date | null
  paymentId: string | null
  refunding: Generated<string>
  refunded: Generated<string>
}

export interface Payment {
  tenantId: number
  id: string
  code: string
  orderId: string
  method: number
  provider: string
  amount: string
  status: number
  reason: Generated<string>
  begun: NullableJson
  createdBy: string | null
  createdAt: Date
  expiresAt: Date
  askedAt: Date | null
  paidAt: Date | null
  providerAt: Date | null
  providerNo: Generated<string>
}

export interface PaymentRequest {
  tenantId: number
  id: string
  dueId: string
  amount: string
  paid: Generated<string>
  invoice: Generated<string>
  note: Generated<string>
  files: DefaultedJson
  bySupplier: boolean
  state: string
  reason: Generated<string>
  askedByName: string
  askedAt: Date
  answeredByName: Generated<string>
  answeredAt: Date | null
}

export interface PlatformBeat {
  one: Generated<boolean>
  at: Date
}

export interface PlatformOutage {
  beatAt: Date
  fromAt: Date
  toAt: Date
}

export interface PointsUse {
  tenantId: number
  payOrderId: string
  lotId: string
  count: number
  returned: Generated<number>
  usedAt: Date
}

export interface PortraitView {
  tenantId: number
  id: string
  companyId: string
  subjectId: string
  userId: string
  userName: string
  openedAt: Date
  untilAt: Date
}

export interface PriceTalk {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  rank: number
  startPrice: string
  price: string
  status: Generated<string>
  seq: Generated<number>
  head: Buffer
  openedAt: Date
  closedAt: Date | null
}

export interface PriceTalkEntry {
  tenantId: number
  talkId: string
  seq: number
  kind: string
  price: string | null
  until: Date | null
  text: string
  at: Date
  side: string
  byUserId: string
  byName: string
  hash: Buffer
  receipt: Json
}

export interface PriceVersion {
  tenantId: number
  id: string
  skuId: string
  price: string
  fromAt: Date
  state: string
  proposedBy: string
  proposedByName: string
  createdAt: Date
  decidedBy: string | null
  decidedByName: Generated<string>
  decidedAt: Date | null
}

export interface Project {
  tenantId: number
  id: string
  code: string
  name: string
  purchaserCompanyId: string
  agencyCompanyId: string | null
  category: string
  region: Generated<string>
  funds: Generated<string>
  budget: string
  description: Generated<string>
  createdBy: string
  createdAt: Date
  updatedAt: Date
  words: Generated<string>
  regime: Generated<PurchaseRegime>
  isSupplement: Generated<boolean>
}

export interface ProjectItem {
  tenantId: number
  id: string
  projectId: string
  lotNo: Generated<number>
  line: number
  code: Generated<string>
  name: string
  spec: Generated<string>
  unit: string
  quantity: string
  controlPrice: string | null
  section: Generated<string>
  remark: Generated<string>
}

export interface ProjectSearch {
  tenantId: number | null
  id: string | null
  code: string | null
  name: string | null
  category: string | null
  purchaserCompanyId: string | null
  agencyCompanyId: string | null
  words: string | null
}

export interface Promotion {
  tenantId: number
  id: string
  name: string
  categories: string[]
  fromAt: Date
  untilAt: Date
  state: string
  proposedBy: string
  proposedByName: string
  createdAt: Date
  decidedBy: string | null
  decidedByName: Generated<string>
  decidedAt: Date | null
}

export interface PurchaseOrder {
  tenantId: number
  id: string
  projectId: string
  lotNo: Generated<number>
  code: string
  title: string
  method: number
  ownerCompanyId: string
  purchaserCompanyId: string
  state: Generated<OrderState>
  reviewModel: Generated<number>
  reviewMethod: Generated<number>
  suite: Generated<string>
  estimatedPrice: string
  controlPrice: string | null
  bond: Generated<string>
  documentFee: Generated<string>
  place: Generated<string>
  noticeAt: Date | null
  saleStart: Date | null
  saleEnd: Date | null
  signUpEnd: Date | null
  questionEnd: Date | null
  bidEnd: Date | null
  openAt: Date | null
  decryptMinutes: Generated<number>
  settings: DefaultedJson
  version: Generated<number>
  createdBy: string
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  awardedAt: Date | null
  publicityEnd: Date | null
  endedAt: Date | null
  words: Generated<string>
  admission: Generated<string>
  reviewedAt: Date | null
  isSecret: Generated<boolean>
  extendedAt: Date | null
  packageId: string | null
}

export interface PurchaseOrderOpen {
  tenantId: number | null
  id: string | null
  projectId: string | null
  ownerCompanyId: string | null
  purchaserCompanyId: string | null
  admission: string | null
  signUpEnd: Date | null
  controlPrice: string | null
  words: string | null
  method: number | null
}

export interface PurchaseOrderSearch {
  tenantId: number | null
  id: string | null
  projectId: string | null
  code: string | null
  title: string | null
  method: number | null
  state: OrderState | null
  ownerCompanyId: string | null
  purchaserCompanyId: string | null
  createdAt: Date | null
  publishedAt: Date | null
  signUpEnd: Date | null
  bidEnd: Date | null
  words: string | null
  admission: string | null
}

export interface PurchasePlan {
  tenantId: number
  id: string
  companyId: string
  code: string
  title: string
  state: string
  projectId: string | null
  createdByName: string
  createdAt: Date
  handedByName: Generated<string>
  handedAt: Date | null
}

export interface Quote {
  tenantId: number
  id: string
  roundId: string
  tradeId: string
  version: number
  supersedes: string | null
  total: string | null
  submittedBy: string
  submittedName: string
  submittedAt: Date
  sha256: Buffer | null
  fileId: string | null
  signedBy: string | null
  signedName: Generated<string>
  signedAt: Date | null
  signedIp: Generated<string>
  withdrawnAt: Date | null
  submissionId: string | null
  netTotal: string | null
  validityDays: number | null
  remark: Generated<string>
  salt: Generated<string>
}

export interface QuoteAlternative {
  tenantId: number
  quoteId: string
  itemId: string
  no: number
  unitPrice: string
  taxRate: string
  brand: string
  model: string
  spec: string
  deliveryDays: number | null
  minQuantity: string | null
  remark: string
}

export interface QuoteAnswer {
  tenantId: number
  id: string
  roundId: string
  idx: number
  userId: string
  answer: Json
  holds: boolean
  at: Date
}

export interface QuoteExtension {
  tenantId: number
  id: string
  roundId: string
  oldEnd: Date
  newEnd: Date
  reason: string
  byUserId: string
  byName: string
  at: Date
}

export interface QuoteFile {
  tenantId: number
  quoteId: string
  position: number
  label: string
  name: string
  itemId: string | null
  alternativeNo: number | null
  fileId: string
}

export interface QuoteInForce {
  tenantId: number | null
  id: string | null
  roundId: string | null
  tradeId: string | null
  version: number | null
  supersedes: string | null
  total: string | null
  submittedBy: string | null
  submittedName: string | null
  submittedAt: Date | null
  sha256: Buffer | null
  fileId: string | null
  signedBy: string | null
  signedName: string | null
  signedAt: Date | null
  signedIp: string | null
  withdrawnAt: Date | null
  submissionId: string | null
  netTotal: string | null
  validityDays: number | null
  remark: string | null
}

export interface QuoteInvalid {
  tenantId: number | null
  id: string | null
  quoteId: string | null
  kind: string | null
  reason: string | null
  ruledBy: string | null
  ruledName: string | null
  ruledAt: Date | null
  cause: string | null
  lifts: string | null
}

export interface QuoteLine {
  tenantId: number
  quoteId: string
  itemId: string
  unitPrice: string
  amount: string
  remark: Generated<string>
  taxRate: string | null
  netAmount: string | null
  brand: Generated<string>
  model: Generated<string>
  deliveryDays: number | null
  minQuantity: string | null
}

export interface QuoteOpener {
  tenantId: number
  roundId: string
  userId: string
  userName: string
  confirmedAt: Date
}

export interface QuoteOpening {
  tenantId: number
  roundId: string
  since: Date
  releaseEnd: Date
  ceremonyId: string | null
  bids: NullableJson
  closedAt: Date | null
  begunAt: Date | null
  doneAt: Date | null
}

export interface QuotePart {
  tenantId: number
  roundId: string
  tradeId: string
  items: NullableJson
  status: Generated<number>
  draftTotal: string | null
  draftLines: DefaultedJson
  savedAt: Date | null
}

export interface QuoteQuestion {
  tenantId: number
  id: string
  quoteId: string
  kind: string
  question: string
  grounds: NullableJson
  askedBy: string | null
  askedName: Generated<string>
  askedAt: Date
  dueAt: Date
  answer: string | null
  agreed: boolean | null
  answeredBy: string | null
  answeredName: Generated<string>
  answeredAt: Date | null
  opinion: string | null
  accepted: boolean | null
  decidedBy: string | null
  decidedName: Generated<string>
  decidedAt: Date | null
}

export interface QuoteRelease {
  tenantId: number
  roundId: string
  tradeId: string
  submissionId: string
  keys: Json
  releasedBy: string
  releasedName: string
  releasedAt: Date
  failure: string | null
}

export interface QuoteRevealed {
  orderId: string | null
  kind: string | null
  roundNo: number | null
  mode: number | null
  closedAt: Date | null
  tenantId: number | null
  id: string | null
  roundId: string | null
  tradeId: string | null
  version: number | null
  supersedes: string | null
  total: string | null
  submittedBy: string | null
  submittedName: string | null
  submittedAt: Date | null
  sha256: Buffer | null
  fileId: string | null
  signedBy: string | null
  signedName: string | null
  signedAt: Date | null
  signedIp: string | null
  withdrawnAt: Date | null
  submissionId: string | null
  netTotal: string | null
  validityDays: number | null
  remark: string | null
}

export interface QuoteRound {
  tenantId: number
  id: string
  orderId: string
  kind: string
  roundNo: number
  mode: number
  note: Generated<string>
  notAbove: string
  isFinal: Generated<boolean>
  mayChange: Generated<boolean>
  isPartial: Generated<boolean>
  target: string | null
  minutes: number | null
  status: Generated<number>
  createdBy: string
  createdAt: Date
  startedAt: Date | null
  deadline: Date | null
  closedAt: Date | null
  closeReason: Generated<string>
  openers: Generated<number>
  remindedAt: Date | null
}

export interface QuoteRuling {
  tenantId: number
  id: string
  quoteId: string
  kind: string
  reason: string
  ruledBy: string | null
  ruledName: Generated<string>
  ruledAt: Date
  cause: Generated<string>
  lifts: string | null
}

export interface QuoteValid {
  orderId: string | null
  kind: string | null
  roundNo: number | null
  mode: number | null
  closedAt: Date | null
  tenantId: number | null
  id: string | null
  roundId: string | null
  tradeId: string | null
  version: number | null
  supersedes: string | null
  total: string | null
  submittedBy: string | null
  submittedName: string | null
  submittedAt: Date | null
  sha256: Buffer | null
  fileId: string | null
  signedBy: string | null
  signedName: string | null
  signedAt: Date | null
  signedIp: string | null
  withdrawnAt: Date | null
  submissionId: string | null
  netTotal: string | null
  validityDays: number | null
  remark: string | null
}

export interface ReconLine {
  tenantId: number
  id: string
  runId: string
  kind: string
  result: string
  ourNo: string
  providerNo: string
  ours: string | null
  theirs: string | null
  state: string
  closing: Generated<string>
  closingText: Generated<string>
  journalKey: Generated<string>
  closedAt: Date | null
  closedBy: string | null
  closedByName: Generated<string>
  ownerId: string | null
  ownerName: Generated<string>
  reopened: Generated<number>
}

export interface ReconRun {
  tenantId: number
  id: string
  provider: string
  day: string
  state: string
  reason: string
  billLines: number
  billAmount: string
  billFee: string
  at: Date
  feeBooked: Generated<string>
}

export interface RecordHold {
  tenantId: number
  kind: string
  size: number
  hash: Buffer
  foundSize: number
  foundAt: Date
  releasedAt: Date | null
  releasedBy: string | null
  reason: string | null
}

export interface RecoveryCode {
  userId: string
  codeHash: Buffer
  usedAt: Date | null
}

export interface RecruitChange {
  tenantId: number
  id: string
  orderId: string
  no: number
  state: string
  content: string
  endsAt: Date | null
  notice: string | null
  beforeEndsAt: Date | null
  beforeNotice: string | null
  createdByName: string
  createdAt: Date
  releasedAt: Date | null
}

export interface RecruitCheck {
  tenantId: number
  tradeId: string
  no: number
  action: string
  reason: Generated<string>
  byName: string
  at: Date
}

export interface RecruitFee {
  tenantId: number
  payOrderId: string
  payOrderCode: string
  tradeId: string
  orderId: string
  amount: string
  paidAt: Date
  refundAt: Date | null
  refundedAt: Date | null
  refundProblem: Generated<string>
}

export interface RecruitOrder {
  tenantId: number
  id: string
  code: string
  ownerCompanyId: string
  ownerSide: string
  state: string
  title: string
  openness: string
  invited: Generated<string[]>
  categories: DefaultedJson
  materials: DefaultedJson
  notice: Generated<string>
  feeTiming: Generated<string>
  feeAmount: string | null
  startsAt: Date | null
  endsAt: Date | null
  contactName: Generated<string>
  contactPhone: Sealed
  files: DefaultedJson
  assist: Generated<string[]>
  createdBy: string
  createdByName: string
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  endedAt: Date | null
  endReason: Generated<string>
}

export interface RecruitResult {
  tenantId: number
  orderId: string
  tradeId: string
  categories: string[]
  validFrom: string
  validUntil: string
  publishedAt: Date | null
}

export interface RecruitTrade {
  tenantId: number
  id: string
  orderId: string
  supplierCompanyId: string
  status: number
  categories: string[]
  documents: Json
  note: Generated<string>
  contactName: string
  contactPhone: Sealed
  paymentId: string
  createdBy: string
  createdByName: string
  appliedAt: Date
  handedInAt: Date
  decidedAt: Date | null
  decidedByName: Generated<string>
  reason: Generated<string>
}

export interface Refund {
  tenantId: number
  id: string
  code: string
  paymentId: string | null
  orderId: string | null
  caseId: string | null
  provider: string
  providerNo: string
  received: string
  amount: string
  reason: string
  status: number
  failReason: Generated<string>
  refundNo: Generated<string>
  requestedBy: string | null
  requestedByName: string
  at: Date
  doneAt: Date | null
}

export interface Response {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  price: string
  statement: string
  files: Json
  createdBy: string
  createdByName: string
  createdAt: Date
  withdrawnAt: Date | null
  lines: NullableJson
}

export interface ResultInForce {
  tenantId: number | null
  id: string | null
  orderId: string | null
  kind: string | null
  version: number | null
  cause: string | null
  reason: string | null
  evidenceFile: string | null
  evidenceName: string | null
  decidedAt: Date | null
  publishedBy: string | null
  noticeId: string | null
}

export interface RevenueItem {
  tenantId: number
  id: string
  companyId: string
  sourceKind: string
  sourceId: string
  orderId: string
  title: string
  payerName: string
  receivable: string
  actual: string | null
  receivedDay: string | null
  voucherFile: string | null
  voucherName: string | null
  differenceReason: Generated<string>
  filledByName: Generated<string>
  filledAt: Date | null
  createdAt: Date
}

export interface Review {
  tenantId: number
  orderId: string
  reviewMethod: number
  startedBy: string
  startedAt: Date
  concludedAt: Date | null
  allRejected: Generated<boolean>
  conclusion: Generated<string>
  firstStageAt: Date | null
  priceVersion: string
  lowPrice: NullableJson
}

export interface ReviewAsk {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  kind: number
  title: string
  content: string
  status: Generated<number>
  askedBy: string
  minutes: number
  createdAt: Date
  sentAt: Date | null
  deadline: Date | null
  reply: Generated<string>
  repliedBy: string | null
  repliedName: Generated<string>
  repliedAt: Date | null
  withdrawReason: Generated<string>
  price: string | null
  findings: DefaultedJson
}

export interface ReviewAskFile {
  tenantId: number
  askId: string
  fileId: string
  side: string
  name: string
}

export interface ReviewCatalog {
  tenantId: number
  id: string
  reportId: string
  type: number
  sort: number
  state: Generated<number>
  failure: Generated<string>
  content: NullableJson
  isUploaded: Generated<boolean>
  fileId: string | null
  sha256: Buffer | null
  size: number | null
  updatedByName: Generated<string>
  updatedAt: Date | null
}

export interface ReviewCorrection {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  kind: number
  basis: string
  lines: DefaultedJson
  before: string
  after: string
  sha256: Buffer
  status: Generated<number>
  proposedBy: string
  minutes: number
  createdAt: Date
  sentAt: Date | null
  deadline: Date | null
  decidedBy: string | null
  decidedName: Generated<string>
  decidedAt: Date | null
  note: Generated<string>
}

export interface ReviewDraw {
  tenantId: number
  id: string
  orderId: string
  purpose: string
  title: string
  parts: Json
  commitment: Buffer
  committedAt: Date
  seed: Buffer | null
  entropy: Buffer | null
  drawnAt: Date | null
  drawnBy: string | null
  result: DefaultedJson
}

export interface ReviewItem {
  tenantId: number
  id: string
  wayId: string
  name: string
  standard: Generated<string>
  fullMark: Generated<string>
  isObjective: Generated<boolean>
  sort: number
}

export interface ReviewLowPriceWaiver {
  tenantId: number
  orderId: string
  tradeId: string
  price: string
  findings: Json
  reason: string
  notedBy: string
  notedAt: Date
}

export interface ReviewMotion {
  tenantId: number
  id: string
  orderId: string
  kind: string
  tradeId: string | null
  validBids: number | null
  reason: string
  rule: Generated<string>
  proposedBy: string | null
  state: Generated<number>
  createdAt: Date
  decidedAt: Date | null
  askId: string | null
}

export interface ReviewMotionVote {
  tenantId: number
  motionId: string
  reviewerId: string
  agree: boolean
  opinion: Generated<string>
  at: Date
  salt: Generated<string>
}

export interface ReviewOutcome {
  tenantId: number
  wayId: string
  tradeId: string
  score: string | null
  exact: string | null
  passed: boolean | null
  trace: Json
}

export interface ReviewProcess {
  tenantId: number
  id: string
  orderId: string
  processType: number
  processStatus: Generated<number>
  startedAt: Date | null
  endedAt: Date | null
}

export interface ReviewRanking {
  tenantId: number
  orderId: string
  tradeId: string
  rank: number
  total: string | null
  quote: string
  lot: number | null
  trace: Json
}

export interface ReviewRejection {
  tenantId: number
  orderId: string
  tradeId: string
  reason: string
  rule: Generated<string>
  wayId: string | null
  motionId: string | null
  at: Date
}

export interface ReviewReport {
  tenantId: number
  id: string
  orderId: string
  processType: Generated<number>
  scope: Generated<number>
  template: Generated<string>
  state: Generated<number>
  content: Json
  failure: Generated<string>
  backReason: Generated<string>
  fileId: string | null
  sha256: Buffer | null
  createdBy: string
  createdAt: Date
  generatedAt: Date | null
  completedAt: Date | null
}

export interface ReviewScore {
  tenantId: number
  itemId: string
  reviewerId: string
  tradeId: string
  score: string | null
  passed: boolean | null
  reason: Generated<string>
  savedAt: Date
}

export interface ReviewSignature {
  tenantId: number
  id: string
  reportId: string
  reviewerId: string
  sha256: Buffer
  opinion: Generated<string>
  deemed: Generated<string>
  at: Date
  ip: Generated<string>
  revokedAt: Date | null
  revokeReason: Generated<string>
}

export interface ReviewTask {
  tenantId: number
  wayId: string
  reviewerId: string
  status: Generated<number>
  submittedAt: Date | null
  sha256: Buffer | null
}

export interface ReviewWay {
  tenantId: number
  id: string
  orderId: string
  wayType: number
  name: string
  itemKind: number
  fullMark: Generated<string>
  aggregation: Generated<number>
  isAutomatic: Generated<boolean>
  params: DefaultedJson
  sort: number
  stage: Generated<number>
  status: Generated<number>
  summarisedAt: Date | null
  judges: Generated<string[]>
  scoreDigits: number | null
}

export interface Reviewer {
  tenantId: number
  id: string
  orderId: string
  sort: number
  expertId: string | null
  employeeId: string | null
  userId: string
  name: string
  role: string
  employer: Generated<string>
  employerCode: Generated<string>
  isLeader: Generated<boolean>
  noConflict: boolean | null
  declaredAt: Date | null
  outAt: Date | null
  outReason: Generated<string>
  replaces: string | null
  chosenAt: Date | null
  isDrawn: Generated<boolean>
}

export interface ReviewerAvoidance {
  tenantId: number
  reviewerId: string
  tradeId: string
  hasConflict: boolean
  reason: Generated<string>
  at: Date
}

export interface Role {
  tenantId: number
  id: string
  companyId: string
  name: string
  note: Generated<string>
  rights: Generated<string[]>
  createdAt: Date
  updatedAt: Date
}

export interface RoundTalk {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  roundNo: number
  status: Generated<string>
  plannedAt: Date
  place: string
  subject: string
  calledAt: Date | null
  beganAt: Date | null
  dropReason: Generated<string>
  createdBy: string
  createdByName: string
  createdAt: Date
  turn: number | null
  minutes: number | null
}

export interface RoundTalkMinutes {
  tenantId: number
  talkId: string
  version: number
  endedAt: Date
  people: Json
  content: string
  hash: Buffer
  createdBy: string
  createdByName: string
  createdAt: Date
  agreed: boolean | null
  reason: Generated<string>
  repliedBy: string | null
  repliedByName: string | null
  repliedAt: Date | null
}

export interface SaleDeal {
  tenantId: number
  orderId: string
  tradeId: string
  state: string
  price: string
  awardedAt: Date
  dueAt: Date
  paid: Generated<string>
  paidAt: Date | null
  amount: string | null
  reason: Generated<string>
  endedAt: Date | null
}

export interface SalePayment {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  amount: string
  payOrderId: string | null
  voucher: Generated<string>
  at: Date
  byName: string
}

export interface SaleVariety {
  tenantId: number
  id: string
  ownerCompanyId: string
  name: string
  unit: string
  qualification: Generated<string>
  isActive: Generated<boolean>
  createdByName: string
  createdAt: Date
  updatedAt: Date
}

export interface SaleWeighing {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  no: number
  at: Date
  vehicle: Generated<string>
  lines: Json
  state: string
  reason: Generated<string>
  byName: string
  createdAt: Date
  answeredByName: string | null
  answeredAt: Date | null
}

export interface SavedSearch {
  tenantId: number
  id: string
  employeeId: string
  name: string
  keyword: string
  category: string | null
  region: string
  words: string | null
  regionParts: string[]
  isTelling: boolean
  toldCount: Generated<number>
  toldAt: Date | null
  createdAt: Date
}

export interface SecondFactor {
  id: string
  userId: string
  kind: string
  name: string
  secret: Buffer | null
  lastStep: Generated<number>
  credentialId: string | null
  publicKey: Buffer | null
  signCount: Generated<number>
  transports: Generated<string[]>
  createdAt: Date
  confirmedAt: Date | null
  lastUsedAt: Date | null
}

export interface ServiceAccount {
  tenantId: number
  companyId: string
}

export interface ServiceAudit {
  tenantId: number
  id: string
  companyId: string
  type: string
  status: Generated<number>
  statement: Generated<string>
  appliedBy: string
  appliedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  reason: Generated<string>
}

export interface ServiceKey {
  tenantId: number
  use: string
  publicKey: string
  sealedPrivate: Buffer
  createdAt: Date
  retiredAt: Date | null
}

export interface ServiceLot {
  tenantId: number
  id: string
  companyId: string
  product: string
  quantity: number | null
  used: Generated<number>
  fromAt: Date
  untilAt: Date | null
  paid: string
  payOrderId: string
  line: number
  part: number
  endedAt: Date | null
  endReason: Generated<string>
  createdAt: Date
  held: Generated<number>
  wholeDays: Generated<number>
}

export interface ServiceUse {
  tenantId: number
  id: string
  companyId: string
  product: string
  subject: string
  lotId: string | null
  usedBy: string
  usedAt: Date
  state: Generated<string>
  settledAt: Date | null
  reason: Generated<string>
}

export interface SharedDocument {
  tenantId: number
  id: string
  category: string
  title: string
  createdBy: string
  createdAt: Date
  updatedAt: Date
  removedAt: Date | null
}

export interface SharedDocumentVersion {
  tenantId: number
  documentId: string
  number: number
  fileId: string
  name: string
  note: Generated<string>
  uploadedBy: string
  uploadedAt: Date
}

export interface SignAct {
  tenantId: number
  id: string
  taskId: string
  signerId: string
  revision: number
  companyId: string
  companyName: string
  userId: string
  userName: string
  seenSha256: Buffer
  sha256: Buffer
  field: string
  sealCode: Generated<string>
  attributes: Buffer
  signature: Buffer
  certificate: Buffer
  verdict: string
  token: Buffer
  stampedAt: Date
  authority: string
  isLocal: boolean
  signedAt: Date
}

export interface SignApplication {
  tenantId: number
  id: string
  companyId: string
  proof: string
  state: Generated<string>
  companyName: string
  creditCode: string
  legalPerson: string
  agentEmployeeId: string
  agentName: string
  agentIdentity: Sealed
  agentIdentityHash: Blind | null
  letterId: string
  statement: Generated<string>
  bank: Generated<string>
  branch: Generated<string>
  accountNo: Sealed | null
  tries: Generated<number>
  expiresAt: Date | null
  reason: Generated<string>
  appliedBy: string
  appliedByName: string
  appliedAt: Date
  decidedBy: string | null
  decidedByName: Generated<string>
  decidedAt: Date | null
}

export interface SignCompany {
  tenantId: number
  companyId: string
  applicationId: string
  openedAt: Date
}

export interface SignEmployee {
  tenantId: number
  id: string
  companyId: string
  employeeId: string
  userId: string
  name: string
  identity: Sealed | null
  identityHash: Blind | null
  state: string
  askedBy: string
  askedByName: string
  askedAt: Date
  openedAt: Date | null
  endedAt: Date | null
  endReason: Generated<string>
}

export interface SignLookup {
  tenantId: number
  id: string
  companyId: string
  userId: string
  employeeId: string
  at: Date
}

export interface SignRevision {
  tenantId: number
  taskId: string
  number: number
  sha256: Buffer
  size: number
  createdAt: Date
}

export interface SignSeal {
  tenantId: number
  id: string
  companyId: string
  name: string
  code: string
  fromAt: Date
  untilAt: Date
  madeBy: string
  madeByName: string
  replacedAt: Date | null
}

export interface SignTask {
  tenantId: number
  id: string
  code: string
  companyId: string
  companyName: string
  userId: string
  userName: string
  title: string
  message: Generated<string>
  orderKind: string
  source: Json
  baseSha256: Buffer
  baseSize: number
  pages: number
  isRewritten: boolean
  deadline: Date
  state: string
  reason: Generated<string>
  revision: Generated<number>
  createdAt: Date
  sentAt: Date | null
  endedAt: Date | null
  subjectKind: Generated<string>
  subjectId: string | null
}

export interface SignTaskSigner {
  tenantId: number
  id: string
  taskId: string
  place: number
  companyId: string
  companyName: string
  userId: string | null
  userName: Generated<string>
  seal: NullableJson
  state: Generated<string>
  lockedBy: string | null
  lockedByName: Generated<string>
  lockedAt: Date | null
  pending: NullableJson
  endedAt: Date | null
}

export interface SignTicket {
  tenantId: number
  tokenHash: Buffer
  taskId: string
  userId: string
  expiresAt: Date
}

export interface SmsAnswer {
  tenantId: number
  id: string
  recipientId: string
  text: string
  at: Date
}

export interface SmsCode {
  id: string
  mobile: Sealed
  ip: string
  codeHash: Buffer
  sentAt: Date
  expiresAt: Date
  tries: Generated<number>
  used: Generated<boolean>
  source: Generated<string>
  mobileHash: Blind
}

export interface SmsOptout {
  tenantId: number
  id: string
  ownerCompanyId: string
  companyId: string | null
  mobile: Sealed
  mobileHash: Blind | null
  byName: string
  at: Date
  endedAt: Date | null
  endedByName: Generated<string>
}

export interface SmsRecipient {
  tenantId: number
  id: string
  taskId: string
  supplierId: string
  companyId: string
  name: string
  contactName: Generated<string>
  mobile: Sealed
  mobileHash: Blind | null
  text: Generated<string>
  segments: number
  state: string
  reason: Generated<string>
  tries: Generated<number>
  taken: Generated<number>
  textId: string | null
  formerTextId: string | null
  handedAt: Date | null
  doneAt: Date | null
}

export interface SmsTask {
  tenantId: number
  id: string
  ownerCompanyId: string
  title: string
  templateId: string
  templateVersion: number
  signature: string
  text: string
  isMarketing: boolean
  conditions: Json
  state: string
  price: string | null
  quietFrom: number | null
  quietTo: number | null
  sendAt: Date | null
  submittedAt: Date | null
  submittedByName: Generated<string>
  startedAt: Date | null
  endedAt: Date | null
  stoppedByName: Generated<string>
  stopReason: Generated<string>
  createdBy: string
  createdByName: string
  createdAt: Date
}

export interface SmsTemplate {
  tenantId: number
  id: string
  ownerCompanyId: string
  name: string
  state: string
  version: number
  offeredVersion: number | null
  createdByName: string
  createdAt: Date
}

export interface SmsTemplateReview {
  tenantId: number
  templateId: string
  version: number
  signature: string
  isPassed: boolean
  reason: Generated<string>
  byName: string
  at: Date
}

export interface SmsTemplateRevocation {
  tenantId: number
  templateId: string
  version: number
  reason: string
  byName: string
  at: Date
}

export interface SmsTemplateVersion {
  tenantId: number
  templateId: string
  version: number
  text: string
  isMarketing: boolean
  byUserId: string
  byName: string
  at: Date
}

export interface SpentProof {
  nonce: Buffer
  expiresAt: Date
}

export interface SubAccount {
  tenantId: number
  id: string
  companyId: string
  tradeId: string
  purpose: string
  state: string
  bank: Generated<string>
  accountName: Generated<string>
  accountNo: Generated<string>
  createdAt: Date
  openedAt: Date | null
}

export interface Supplement {
  tenantId: number
  id: string
  code: string
  companyId: string
  purchaserCompanyId: string
  projectId: string | null
  state: string
  version: Generated<number>
  title: string
  method: number
  category: string
  budget: string
  deal: string
  awardedOn: string
  winners: string
  breaches: number
  draft: NullableJson
  draftFiles: DefaultedJson
  draftReason: Generated<string>
  draftRevision: Generated<number>
  createdBy: string
  createdByName: string
  createdAt: Date
  updatedAt: Date
  registeredAt: Date | null
  withdrawnAt: Date | null
  withdrawnByName: Generated<string>
  withdrawReason: Generated<string>
}

export interface SupplementNote {
  tenantId: number
  id: string
  supplementId: string
  note: string
  files: Json
  madeBy: string
  madeByName: string
  madeAt: Date
}

export interface SupplementVersion {
  tenantId: number
  supplementId: string
  version: number
  content: Json
  files: Json
  findings: Json
  changes: Json
  reason: string
  madeBy: string
  madeByName: string
  madeAt: Date
}

export interface Supplier {
  tenantId: number
  id: string
  ownerCompanyId: string
  companyId: string
  name: string
  creditCode: string
  state: string
  origin: string
  categories: Generated<string[]>
  validFrom: string | null
  validUntil: string | null
  grade: string | null
  gradeFrom: string | null
  gradeUntil: string | null
  createdAt: Date
  updatedAt: Date
  words: Generated<string>
}

export interface SupplierCategory {
  tenantId: number
  ownerCompanyId: string
  category: string
  supplierId: string
}

export interface SupplierCertificate {
  tenantId: number
  id: string
  ownerCompanyId: string
  supplierId: string
  kind: string
  number: string
  issuer: string
  scope: Generated<string>
  validUntil: string | null
  files: DefaultedJson
  createdByName: string
  createdAt: Date
  removedAt: Date | null
  removedByName: Generated<string>
  removeReason: Generated<string>
}

export interface SupplierDraw {
  tenantId: number
  id: string
  ownerCompanyId: string
  title: string
  purpose: string
  conditions: Json
  number: number
  substitutes: number
  state: string
  poolHash: string | null
  againOf: string | null
  againReason: Generated<string>
  createdBy: string
  createdByName: string
  createdAt: Date
  frozenAt: Date | null
  drawnAt: Date | null
  cancelledAt: Date | null
  cancelReason: Generated<string>
}

export interface SupplierDrawPool {
  tenantId: number
  drawId: string
  supplierId: string
  companyId: string
  name: string
  creditCode: string
  excluded: Generated<string>
  rank: number | null
}

export interface SupplierEvent {
  tenantId: number
  id: string
  supplierId: string
  action: string
  fromState: string | null
  toState: string
  reason: Generated<string>
  sourceOrderId: string | null
  byUser: string | null
  byName: string
  at: Date
}

export interface SupplierGrade {
  tenantId: number
  id: string
  supplierId: string
  grade: string
  fromDay: string
  untilDay: string
  reason: string
  byName: string
  at: Date
}

export interface SupplierListing {
  tenantId: number
  id: string
  ownerCompanyId: string
  kind: string
  companyId: string | null
  name: string
  creditCode: Generated<string>
  basis: string
  basisText: Generated<string>
  reason: string
  hearing: Generated<string>
  files: DefaultedJson
  fromDay: string
  untilDay: string | null
  state: string
  match: Generated<string>
  source: Generated<string>
  queriedAt: Date | null
  syncId: string | null
  sourceListingId: string | null
  createdByName: string
  createdAt: Date
  decidedAt: Date | null
  decidedByName: Generated<string>
  liftedAt: Date | null
  liftedByName: Generated<string>
  liftReason: Generated<string>
}

export interface SupplierListingEvent {
  tenantId: number
  id: string
  ownerCompanyId: string
  listingId: string
  kind: string
  action: string
  name: string
  creditCode: string
  summary: string
  byName: string
  at: Date
}

export interface SupplierOnboarding {
  tenantId: number
  id: string
  ownerCompanyId: string
  supplierId: string
  way: string
  state: string
  categories: string[]
  validFrom: string
  validUntil: string
  reason: string
  files: DefaultedJson
  createdBy: string
  createdByName: string
  createdAt: Date
  proposedAt: Date | null
  decidedAt: Date | null
  decidedByName: Generated<string>
  remark: Generated<string>
}

export interface SupplierPolicy {
  tenantId: number
  ownerCompanyId: string
  kind: string
  version: number
  content: Json
  note: Generated<string>
  byName: string
  at: Date
}

export interface SupplierSearch {
  tenantId: number | null
  id: string | null
  ownerCompanyId: string | null
  companyId: string | null
  name: string | null
  creditCode: string | null
  state: string | null
  origin: string | null
  categories: string[] | null
  validFrom: string | null
  validUntil: string | null
  grade: string | null
  gradeFrom: string | null
  gradeUntil: string | null
  words: string | null
}

export interface SupplierShare {
  tenantId: number
  id: string
  ownerCompanyId: string
  supplierId: string
  toCompanyId: string
  fields: string[]
  untilDay: string
  reason: string
  createdByName: string
  createdAt: Date
  endedAt: Date | null
  endedByName: Generated<string>
}

export interface SupplierSync {
  tenantId: number
  id: string
  ownerCompanyId: string
  way: string
  source: string
  queriedAt: Date
  fileName: Generated<string>
  rowsRead: number
  rowsNew: number
  rowsPossible: Generated<number>
  items: Json
  byName: string
  at: Date
}

export interface SuspenseCase {
  tenantId: number
  id: string
  code: string
  kind: string
  provider: string
  providerNo: string
  paymentId: string | null
  orderId: string | null
  refundId: string | null
  amount: string
  expected: string | null
  payerName: Generated<string>
  reference: Generated<string>
  state: string
  closing: Generated<string>
  closingReason: Generated<string>
  openedAt: Date
  closedAt: Date | null
  closedBy: string | null
  closedByName: Generated<string>
  subAccountId: string | null
  ownerId: string | null
  ownerName: Generated<string>
}

export interface Talk {
  tenantId: number
  id: string
  orderId: string
  tradeId: string
  no: number
  heldAt: Date
  place: string
  people: Json
  priceBasis: string
  terms: string
  price: string
  files: Json
  createdBy: string
  createdByName: string
  createdAt: Date
  agreed: boolean | null
  reason: Generated<string>
  repliedBy: string | null
  repliedByName: string | null
  repliedAt: Date | null
  lines: NullableJson
}

export interface TalkLine {
  tenantId: number
  id: string
  talkId: string
  side: string
  userId: string
  name: string
  content: string
  at: Date
}

export interface TalkPresence {
  tenantId: number
  talkId: string
  userId: string
  side: string
  name: string
  seenAt: Date
}

export interface Template {
  tenantId: number
  id: string
  companyId: string | null
  kind: string
  scope: Generated<string>
  name: string
  status: Generated<number>
  isDefault: Generated<boolean>
  draft: Json
  revision: Generated<number>
  versionNo: Generated<number>
  createdBy: string
  createdAt: Date
  updatedBy: string
  updatedAt: Date
}

export interface TemplateChoice {
  tenantId: number
  orderId: string
  kind: string
  scope: Generated<string>
  versionId: string
  chosenBy: string
  chosenAt: Date
}

export interface TemplateUse {
  tenantId: number
  versionId: string
  orderId: string
  purpose: string
  usedBy: string
  usedAt: Date
}

export interface TemplateVersion {
  tenantId: number
  id: string
  templateId: string
  versionNo: number
  scope: string
  name: string
  note: Generated<string>
  content: Json
  contentHash: Buffer
  publishedBy: string
  publishedAt: Date
}

export interface Tenant {
  id: number
  alias: string
  name: string
  hosts: Generated<string[]>
  isDefault: Generated<boolean>
  config: DefaultedJson
  createdAt: Generated<Date>
}

export interface Timer {
  tenantId: number
  key: string
  kind: string
  dueAt: Date
  payload: Json
  firedAt: Date | null
}

export interface Trade {
  tenantId: number
  id: string
  orderId: string
  supplierCompanyId: string
  origin: string
  status: Generated<number>
  reason: Generated<string>
  contactName: string
  contactMobile: Sealed
  contactEmail: Generated<string>
  statement: Generated<string>
  createdBy: string
  createdAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

export interface TradeFile {
  tenantId: number
  tradeId: string
  fileId: string
  kind: string
  name: string
  validUntil: string | null
}

export interface TrustAnchor {
  tenantId: number
  id: string
  name: string
  der: Buffer
  fingerprint: Buffer
  fromAt: Date
  untilAt: Date
  crlUrl: Generated<string>
  isDemo: Generated<boolean>
  createdByName: string
  createdAt: Date
}

export interface UploadPending {
  tenantId: number
  id: string
  use: string
  userId: string
  companyId: string | null
  size: number
  expiresAt: Date
}

export interface Verification {
  tenantId: number
  id: string
  code: string
  companyId: string
  subjectKind: string
  demandId: string | null
  orderId: string | null
  subjectTitle: string
  subjectCode: string
  version: number
  title: string
  kind: string
  background: string
  questions: Json
  files: DefaultedJson
  state: string
  conclusion: Generated<string>
  summary: Generated<string>
  amendments: Generated<string>
  reportHash: Buffer | null
  failReason: Generated<string>
  createdBy: string
  createdByName: string
  createdAt: Date
  invitedAt: Date | null
  begunAt: Date | null
  concludedAt: Date | null
  endedAt: Date | null
}

export interface VerificationExpert {
  tenantId: number
  id: string
  verificationId: string
  expertId: string
  userId: string
  name: string
  title: Generated<string>
  employer: Generated<string>
  employerCode: Generated<string>
  isDrawn: boolean
  isChair: Generated<boolean>
  reply: string
  replyReason: Generated<string>
  repliedAt: Date | null
  givenAt: Date | null
  signedAt: Date | null
  dissent: Generated<string>
  chosenAt: Date
}

export interface VerificationOpinion {
  tenantId: number
  memberId: string
  questionId: string
  opinion: string
  reason: Generated<string>
}

export interface VerificationWaiver {
  tenantId: number
  verificationId: string
  version: number
  reason: string
  madeByName: string
  madeAt: Date
}

export interface Withdrawal {
  tenantId: number
  id: string
  code: string
  companyId: string
  cardId: string
  bank: string
  account: string
  amount: string
  status: number
  failReason: Generated<string>
  providerNo: Generated<string>
  requestedBy: string
  requestedByName: string
  at: Date
  doneAt: Date | null
}

export interface Witness {
  tenantId: number
  id: string
  title: string
  key: string
  url: string
  createdBy: string
  createdAt: Date
  retiredAt: Date | null
  size: Generated<number>
  cosignedAt: Date | null
  failure: string | null
  failureText: Generated<string>
  failingSince: Date | null
  refusals: Generated<number>
}

export interface WitnessPolicy {
  tenantId: number
  id: string
  at: Date
  threshold: number
  witnesses: Json
}

export interface Workflow {
  tenantId: number
  id: string
  companyId: string
  definitionId: string | null
  version: number | null
  business: string
  node: string
  subjectKind: string
  subjectId: string
  title: string
  facts: Json
  payload: Json
  choices: DefaultedJson
  initiatorId: string
  initiatorName: string
  initiatorDepartment: Generated<string>
  workbench: string
  status: number
  atStop: Generated<number>
  isEntered: Generated<boolean>
  result: Generated<string>
  startedAt: Date
  endedAt: Date | null
  remindedAt: Date | null
  keeperCompanyId: string | null
  keeperDefinitionId: string | null
  keeperVersion: number | null
}

export interface WorkflowDefinition {
  tenantId: number
  id: string
  companyId: string | null
  name: string
  business: string
  node: Generated<string>
  status: Generated<number>
  version: Generated<number>
  updatedBy: string
  createdAt: Date
  updatedAt: Date
}

export interface WorkflowDelegation {
  tenantId: number
  id: string
  employeeId: string
  delegateId: string
  startsAt: Date
  endsAt: Date
  reason: Generated<string>
  createdAt: Date
}

export interface WorkflowFile {
  tenantId: number
  recordId: string
  fileId: string
  workflowId: string
  name: string
}

export interface WorkflowRecord {
  tenantId: number
  id: string
  no: Generated<number>
  workflowId: string
  employeeId: string | null
  name: string
  action: string
  label: string
  nodeName: Generated<string>
  remark: Generated<string>
  at: Date
}

export interface WorkflowTask {
  tenantId: number
  id: string
  workflowId: string
  stop: number
  lane: number
  rank: number
  isCopy: Generated<boolean>
  employeeId: string
  status: number
  auto: Generated<string>
  actedBy: string | null
  remark: Generated<string>
  arrivedAt: Date | null
  actedAt: Date | null
  readAt: Date | null
}

export interface WorkflowVersion {
  tenantId: number
  definitionId: string
  version: number
  flow: Json
  madeBy: string
  madeAt: Date
}

export interface WxScene {
  scene: string
  userId: string
  tenantId: number
  url: string
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  refusal: Generated<string>
}

export interface Tables {
  acceptance: Acceptance
  acceptance_member: AcceptanceMember
  acceptance_opinion: AcceptanceOpinion
  acceptance_team: AcceptanceTeam
  app_user: AppUser
  appraisal: Appraisal
  appraisal_appraiser: AppraisalAppraiser
  appraisal_indicator: AppraisalIndicator
  appraisal_mark: AppraisalMark
  appraisal_objection: AppraisalObjection
  appraisal_result: AppraisalResult
  appraisal_supplier: AppraisalSupplier
  appraisal_template: AppraisalTemplate
  appraisal_template_version: AppraisalTemplateVersion
  approval_hold: ApprovalHold
  archive: Archive
  attachment: Attachment
  attachment_download: AttachmentDownload
  attachment_group: AttachmentGroup
  attachment_history: AttachmentHistory
  attachment_rendition: AttachmentRendition
  auction: Auction
  auction_bidder: AuctionBidder
  auction_event: AuctionEvent
  auction_offer: AuctionOffer
  auction_reserve: AuctionReserve
  auction_ticket: AuctionTicket
  auction_witness: AuctionWitness
  audit_entry: AuditEntry
  audit_head: AuditHead
  audit_head_signed: AuditHeadSigned
  audit_intake: AuditIntake
  audit_record: AuditRecord
  award: Award
  award_in_force: AwardInForce
  award_item: AwardItem
  award_line: AwardLine
  award_meeting: AwardMeeting
  award_meeting_member: AwardMeetingMember
  award_meeting_order: AwardMeetingOrder
  award_total: AwardTotal
  award_vote: AwardVote
  bank_card: BankCard
  bank_slip: BankSlip
  bid_checkpoint: BidCheckpoint
  bid_draft_note: BidDraftNote
  bid_file: BidFile
  bid_key: BidKey
  bid_log: BidLog
  bid_log_tile: BidLogTile
  bid_rehearsal: BidRehearsal
  bid_submission: BidSubmission
  bid_upload: BidUpload
  bond: Bond
  bond_batch: BondBatch
  bond_decision: BondDecision
  bond_given: BondGiven
  bond_movement: BondMovement
  bond_return: BondReturn
  brand_application: BrandApplication
  budget_adjustment: BudgetAdjustment
  budget_line: BudgetLine
  budget_move: BudgetMove
  budget_notice: BudgetNotice
  budget_payment: BudgetPayment
  budget_plan: BudgetPlan
  budget_policy: BudgetPolicy
  budget_share: BudgetShare
  budget_use: BudgetUse
  ca_application: CaApplication
  ca_authority: CaAuthority
  call_off: CallOff
  call_off_line: CallOffLine
  candidate: Candidate
  candidate_in_force: CandidateInForce
  certificate: Certificate
  channel_outbox: ChannelOutbox
  charge_bill: ChargeBill
  charge_config: ChargeConfig
  charge_notice: ChargeNotice
  charge_publication: ChargePublication
  charge_receipt: ChargeReceipt
  charge_settlement: ChargeSettlement
  charge_template: ChargeTemplate
  cipher_version: CipherVersion
  client: Client
  clock_shift: ClockShift
  code_counter: CodeCounter
  commitment_acceptance: CommitmentAcceptance
  committee_direct: CommitteeDirect
  company: Company
  company_app_off: CompanyAppOff
  company_association: CompanyAssociation
  company_audit: CompanyAudit
  company_audit_file: CompanyAuditFile
  company_follow: CompanyFollow
  company_mark: CompanyMark
  company_tenant: CompanyTenant
  contract: Contract
  contract_demand: ContractDemand
  contract_due: ContractDue
  contract_line: ContractLine
  contract_payment: ContractPayment
  contract_signing: ContractSigning
  contract_version: ContractVersion
  correction: Correction
  cosignature: Cosignature
  crl_cache: CrlCache
  database_identity: DatabaseIdentity
  decrypt_extension: DecryptExtension
  decrypt_ticket: DecryptTicket
  delivery: Delivery
  delivery_line: DeliveryLine
  demand: Demand
  demand_answer: DemandAnswer
  demand_author: DemandAuthor
  demand_category: DemandCategory
  demand_check: DemandCheck
  demand_conclusion: DemandConclusion
  demand_item: DemandItem
  demand_mark: DemandMark
  demand_marker: DemandMarker
  demand_parameter: DemandParameter
  demand_plan: DemandPlan
  demand_project: DemandProject
  demand_request: DemandRequest
  demand_review: DemandReview
  demand_reviewer: DemandReviewer
  demand_round: DemandRound
  demand_round_change: DemandRoundChange
  demand_trade: DemandTrade
  demand_version: DemandVersion
  department: Department
  document_download: DocumentDownload
  document_fee: DocumentFee
  draw: Draw
  draw_share: DrawShare
  employee: Employee
  employee_role: EmployeeRole
  entrustment: Entrustment
  event_job: EventJob
  expert: Expert
  expert_application: ExpertApplication
  expert_call: ExpertCall
  expert_evaluation: ExpertEvaluation
  expert_extraction: ExpertExtraction
  expert_file: ExpertFile
  expert_leave: ExpertLeave
  expert_major: ExpertMajor
  expert_pool: ExpertPool
  expert_share: ExpertShare
  expert_user: ExpertUser
  export_ticket: ExportTicket
  factor_reset: FactorReset
  file_object: FileObject
  form_draft: FormDraft
  frame_agreement: FrameAgreement
  frame_competition: FrameCompetition
  frame_competition_line: FrameCompetitionLine
  frame_competition_party: FrameCompetitionParty
  frame_entry: FrameEntry
  frame_item: FrameItem
  frame_order: FrameOrder
  frame_quote: FrameQuote
  frame_quote_revealed: FrameQuoteRevealed
  frame_version: FrameVersion
  gateway_bill: GatewayBill
  gateway_key: GatewayKey
  gateway_notice: GatewayNotice
  gateway_refund: GatewayRefund
  gateway_trade: GatewayTrade
  grayscale_release: GrayscaleRelease
  guarantee_document: GuaranteeDocument
  guarantee_letter: GuaranteeLetter
  hall_message: HallMessage
  hall_presence: HallPresence
  hall_read: HallRead
  hash_time_stamp: HashTimeStamp
  head_time_stamp: HeadTimeStamp
  idempotency: Idempotency
  inbox_snooze: InboxSnooze
  invitation: Invitation
  invoice: Invoice
  invoice_line: InvoiceLine
  invoice_notice: InvoiceNotice
  invoice_number: InvoiceNumber
  invoice_red: InvoiceRed
  invoice_setting: InvoiceSetting
  invoice_title: InvoiceTitle
  join_request: JoinRequest
  joint_answer: JointAnswer
  joint_ceremony: JointCeremony
  joint_invitation: JointInvitation
  joint_officer: JointOfficer
  joint_opening: JointOpening
  leader_vote: LeaderVote
  leased_work: LeasedWork
  ledger_account: LedgerAccount
  ledger_close: LedgerClose
  ledger_close_total: LedgerCloseTotal
  ledger_entry: LedgerEntry
  ledger_hold: LedgerHold
  ledger_journal: LedgerJournal
  light_opinion: LightOpinion
  light_review: LightReview
  light_review_answer: LightReviewAnswer
  light_review_ask: LightReviewAsk
  light_review_member: LightReviewMember
  local_time_authority: LocalTimeAuthority
  log_leaf: LogLeaf
  log_pending: LogPending
  log_record: LogRecord
  login_device: LoginDevice
  login_guard: LoginGuard
  login_log: LoginLog
  login_session: LoginSession
  match_hidden: MatchHidden
  match_profile: MatchProfile
  meeting: Meeting
  meeting_charge: MeetingCharge
  meeting_invitation: MeetingInvitation
  meeting_line: MeetingLine
  meeting_person: MeetingPerson
  meeting_presence: MeetingPresence
  meeting_room: MeetingRoom
  meeting_room_closure: MeetingRoomClosure
  meeting_run: MeetingRun
  meeting_setting: MeetingSetting
  menu_gate: MenuGate
  message: Message
  message_choice: MessageChoice
  message_delivery: MessageDelivery
  message_email: MessageEmail
  message_rhythm: MessageRhythm
  node_agreement: NodeAgreement
  notice: Notice
  notice_confirmation: NoticeConfirmation
  notice_export: NoticeExport
  notice_search: NoticeSearch
  objection: Objection
  opened_file: OpenedFile
  opening: Opening
  opening_bidder: OpeningBidder
  opening_draw: OpeningDraw
  opening_mark: OpeningMark
  opening_signature: OpeningSignature
  order_contract_date: OrderContractDate
  order_file: OrderFile
  order_follow: OrderFollow
  order_invitation: OrderInvitation
  order_package: OrderPackage
  order_question: OrderQuestion
  order_result: OrderResult
  outbox: Outbox
  panel: Panel
  panel_change: PanelChange
  panel_member: PanelMember
  panel_sheet: PanelSheet
  panel_supplier: PanelSupplier
  passkey_challenge: PasskeyChallenge
  pay_notice: PayNotice
  pay_order: PayOrder
  payment: Payment
  payment_request: PaymentRequest
  platform_beat: PlatformBeat
  platform_outage: PlatformOutage
  points_use: PointsUse
  portrait_view: PortraitView
  price_talk: PriceTalk
  price_talk_entry: PriceTalkEntry
  price_version: PriceVersion
  project: Project
  project_item: ProjectItem
  project_search: ProjectSearch
  promotion: Promotion
  purchase_order: PurchaseOrder
  purchase_order_open: PurchaseOrderOpen
  purchase_order_search: PurchaseOrderSearch
  purchase_plan: PurchasePlan
  quote: Quote
  quote_alternative: QuoteAlternative
  quote_answer: QuoteAnswer
  quote_extension: QuoteExtension
  quote_file: QuoteFile
  quote_in_force: QuoteInForce
  quote_invalid: QuoteInvalid
  quote_line: QuoteLine
  quote_opener: QuoteOpener
  quote_opening: QuoteOpening
  quote_part: QuotePart
  quote_question: QuoteQuestion
  quote_release: QuoteRelease
  quote_revealed: QuoteRevealed
  quote_round: QuoteRound
  quote_ruling: QuoteRuling
  quote_valid: QuoteValid
  recon_line: ReconLine
  recon_run: ReconRun
  record_hold: RecordHold
  recovery_code: RecoveryCode
  recruit_change: RecruitChange
  recruit_check: RecruitCheck
  recruit_fee: RecruitFee
  recruit_order: RecruitOrder
  recruit_result: RecruitResult
  recruit_trade: RecruitTrade
  refund: Refund
  response: Response
  result_in_force: ResultInForce
  revenue_item: RevenueItem
  review: Review
  review_ask: ReviewAsk
  review_ask_file: ReviewAskFile
  review_catalog: ReviewCatalog
  review_correction: ReviewCorrection
  review_draw: ReviewDraw
  review_item: ReviewItem
  review_low_price_waiver: ReviewLowPriceWaiver
  review_motion: ReviewMotion
  review_motion_vote: ReviewMotionVote
  review_outcome: ReviewOutcome
  review_process: ReviewProcess
  review_ranking: ReviewRanking
  review_rejection: ReviewRejection
  review_report: ReviewReport
  review_score: ReviewScore
  review_signature: ReviewSignature
  review_task: ReviewTask
  review_way: ReviewWay
  reviewer: Reviewer
  reviewer_avoidance: ReviewerAvoidance
  role: Role
  round_talk: RoundTalk
  round_talk_minutes: RoundTalkMinutes
  sale_deal: SaleDeal
  sale_payment: SalePayment
  sale_variety: SaleVariety
  sale_weighing: SaleWeighing
  saved_search: SavedSearch
  second_factor: SecondFactor
  service_account: ServiceAccount
  service_audit: ServiceAudit
  service_key: ServiceKey
  service_lot: ServiceLot
  service_use: ServiceUse
  shared_document: SharedDocument
  shared_document_version: SharedDocumentVersion
  sign_act: SignAct
  sign_application: SignApplication
  sign_company: SignCompany
  sign_employee: SignEmployee
  sign_lookup: SignLookup
  sign_revision: SignRevision
  sign_seal: SignSeal
  sign_task: SignTask
  sign_task_signer: SignTaskSigner
  sign_ticket: SignTicket
  sms_answer: SmsAnswer
  sms_code: SmsCode
  sms_optout: SmsOptout
  sms_recipient: SmsRecipient
  sms_task: SmsTask
  sms_template: SmsTemplate
  sms_template_review: SmsTemplateReview
  sms_template_revocation: SmsTemplateRevocation
  sms_template_version: SmsTemplateVersion
  spent_proof: SpentProof
  sub_account: SubAccount
  supplement: Supplement
  supplement_note: SupplementNote
  supplement_version: SupplementVersion
  supplier: Supplier
  supplier_category: SupplierCategory
  supplier_certificate: SupplierCertificate
  supplier_draw: SupplierDraw
  supplier_draw_pool: SupplierDrawPool
  supplier_event: SupplierEvent
  supplier_grade: SupplierGrade
  supplier_listing: SupplierListing
  supplier_listing_event: SupplierListingEvent
  supplier_onboarding: SupplierOnboarding
  supplier_policy: SupplierPolicy
  supplier_search: SupplierSearch
  supplier_share: SupplierShare
  supplier_sync: SupplierSync
  suspense_case: SuspenseCase
  talk: Talk
  talk_line: TalkLine
  talk_presence: TalkPresence
  template: Template
  template_choice: TemplateChoice
  template_use: TemplateUse
  template_version: TemplateVersion
  tenant: Tenant
  timer: Timer
  trade: Trade
  trade_file: TradeFile
  trust_anchor: TrustAnchor
  upload_pending: UploadPending
  verification: Verification
  verification_expert: VerificationExpert
  verification_opinion: VerificationOpinion
  verification_waiver: VerificationWaiver
  withdrawal: Withdrawal
  witness: Witness
  witness_policy: WitnessPolicy
  workflow: Workflow
  workflow_definition: WorkflowDefinition
  workflow_delegation: WorkflowDelegation
  workflow_file: WorkflowFile
  workflow_record: WorkflowRecord
  workflow_task: WorkflowTask
  workflow_version: WorkflowVersion
  wx_scene: WxScene
}

/** Encrypted columns: what names a row, whether it is of a tenant, and which keyed hashes stand beside the column. */
export const SEALED_COLUMNS = {
  'app_user.mobile': { key: ['id'], ofTenant: false, hash: true, tail: true },
  'auction_reserve.secret': { key: ['tenant_id', 'order_id'], ofTenant: true, hash: false, tail: false },
  'auction_witness.mobile': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'bank_card.account_no': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'ca_application.identity': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'ca_application.mobile': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'channel_outbox.recipient': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'company.identity': { key: ['id'], ofTenant: false, hash: true, tail: false },
  'company_audit.content': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'company_audit.before': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'company_audit.identity': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'company_tenant.registration': { key: ['tenant_id', 'company_id'], ofTenant: true, hash: false, tail: false },
  'employee.invited_mobile': { key: ['id'], ofTenant: true, hash: true, tail: true },
  'expert.mobile': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'expert_application.mobile': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'expert_call.mobile': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'expert_extraction.avoidance': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'form_draft.body': { key: ['tenant_id', 'user_id', 'key'], ofTenant: true, hash: false, tail: false },
  'idempotency.answer': { key: ['tenant_id', 'actor', 'key'], ofTenant: true, hash: false, tail: false },
  'invitation.mobile': { key: ['id'], ofTenant: true, hash: true, tail: true },
  'invoice.phone': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'invoice.account_no': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'invoice_title.phone': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'invoice_title.account_no': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'joint_invitation.contact': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'recruit_order.contact_phone': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'recruit_trade.contact_phone': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'sign_application.agent_identity': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'sign_application.account_no': { key: ['id'], ofTenant: true, hash: false, tail: false },
  'sign_employee.identity': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'sms_code.mobile': { key: ['id'], ofTenant: false, hash: true, tail: false },
  'sms_optout.mobile': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'sms_recipient.mobile': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'trade.contact_mobile': { key: ['id'], ofTenant: true, hash: false, tail: false },
} as const

/** Tables whose records belong to no tenant. */
export const PLATFORM_TABLES = [
  'app_user',
  'cipher_version',
  'clock_shift',
  'company',
  'database_identity',
  'export_ticket',
  'login_device',
  'login_guard',
  'node_agreement',
  'passkey_challenge',
  'platform_beat',
  'platform_outage',
  'recovery_code',
  'second_factor',
  'sms_code',
  'spent_proof',
  'tenant',
] as const satisfies readonly (keyof Tables)[]
