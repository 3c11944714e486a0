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

export interface AppUser {
  id: string
  account: string | null
  mobile: Sealed | null
  nickname: string
  face: Generated<string>
  password_hash: string | null
  is_default_password: Generated<boolean>
  is_platform_admin: Generated<boolean>
  created_at: Date
  wx_openid: string | null
  wx_bound_at: Date | null
  unproven_tenant_id: number | null
  unproven_company_id: string | null
  mobile_hash: Blind | null
  mobile_tail: Blind | null
}

export interface ApprovalHold {
  tenant_id: number
  subject_kind: string
  subject_id: string
  workflow_id: string
  node: string
  node_label: string
}

export interface Archive {
  tenant_id: number
  order_id: string
  file_id: string
  sha256: Buffer
  created_by: string
  created_at: Date
}

export interface Attachment {
  tenant_id: number
  id: string
  group_id: string | null
  company_id: string | null
  user_id: string
  user_name: string
  is_public: Generated<boolean>
  created_at: Date
  deleted_at: Date | null
}

export interface AttachmentDownload {
  tenant_id: number
  id: string
  company_id: string | null
  user_id: string
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
  fetched_at: Date | null
  created_at: Date
  ended_at: Date | null
  expires_at: Date | null
  deleted_at: Date | null
}

export interface AttachmentGroup {
  tenant_id: number
  id: string
  company_id: string | null
  user_id: string
  user_name: string
  name: Generated<string>
  created_at: Date
}

export interface AttachmentHistory {
  tenant_id: number
  id: string
  file_id: string
  name: string
  pattern: string
  user_id: string
  user_name: string
  company_id: string | null
  company_name: Generated<string>
  at: Date
}

export interface AttachmentRendition {
  tenant_id: number
  id: string
  source_sha256: Buffer
  source_mime: string
  pattern: string
  status: Generated<number>
  reason: Generated<string>
  mime: string | null
  sha256: Buffer | null
  size: number | null
  asked_at: Date
  ended_at: Date | null
}

export interface Auction {
  tenant_id: number
  order_id: string
  status: number
  start_price: string
  terms: Json
  starts_at: Date
  planned_end: Date
  ends_at: Date
  paused_at: Date | null
  extensions: Generated<number>
  seq: Generated<number>
  lowest: string | null
  head: Buffer
  reason: Generated<string>
  closed_at: Date | null
}

export interface AuctionBidder {
  tenant_id: number
  order_id: string
  trade_id: string
  mark: string
}

export interface AuctionEvent {
  tenant_id: number
  id: string
  order_id: string
  kind: string
  at: Date
  reason: Generated<string>
  old_end: Date | null
  new_end: Date | null
  outage_from: Date | null
  by_user_id: string | null
  by_name: string
}

export interface AuctionOffer {
  tenant_id: number
  order_id: string
  seq: number
  trade_id: string
  price: string
  at: Date
  ends_at: Date
  is_extended: boolean
  hash: Buffer
  receipt: Json
  created_by: string
}

export interface AuctionTicket {
  tenant_id: number
  token_hash: Buffer
  order_id: string
  user_id: string
  expires_at: Date
}

export interface AuctionWitness {
  tenant_id: number
  id: string
  order_id: string
  name: string
  mobile: Sealed
  unit: Generated<string>
  created_by: string
  created_at: Date
  removed_at: Date | null
  mobile_hash: Blind | null
}

export interface AuditEntry {
  tenant_id: number | null
  seq: number | null
  at: Date | null
  body: NullableJson
  prev_hash: Buffer | null
  hash: Buffer | null
}

export interface AuditHead {
  tenant_id: number
  seq: number
  hash: Buffer
}

export interface AuditIntake {
  tenant_id: number
  id: Generated<number>
  at: Date
  body: Json
}

export interface AuditRecord {
  tenant_id: number
  seq: number
  at: Date
  body: Json
  prev_hash: Buffer
  hash: Buffer
}

export interface Award {
  tenant_id: number
  result_id: string
  trade_id: string
  price: string
}

export interface AwardInForce {
  tenant_id: number | null
  order_id: string | null
  result_id: string | null
  version: number | null
  notice_id: string | null
  reason: string | null
  decided_at: Date | null
  trade_id: string | null
  price: string | null
}

export interface AwardLine {
  tenant_id: number
  result_id: string
  trade_id: string
  line: number
  item_id: string | null
  quantity: string
  unit_price: string
  amount: string
}

export interface AwardTotal {
  tenant_id: number | null
  order_id: string | null
  price: string | null
}

export interface BankCard {
  tenant_id: number
  id: string
  company_id: string
  bank: string
  branch: Generated<string>
  account_name: string
  account_no: Sealed
  status: Generated<number>
  tries: Generated<number>
  expires_at: Date
  is_default: Generated<boolean>
  created_by: string
  created_at: Date
  verified_at: Date | null
  account_no_hash: Blind | null
}

export interface BidCheckpoint {
  tenant_id: number
  id: string
  size: number
  note: string
  at: Date
  order_id: string | null
}

export interface BidFile {
  tenant_id: number
  submission_id: string
  position: number
  file_id: string
  role: string
  name: string
  size: number
  cipher_hash: string
  header: Json
}

export interface BidKey {
  tenant_id: number
  id: string
  company_id: string
  suite: string
  public_key: string
  fingerprint: string
  label: Generated<string>
  created_by: string
  created_at: Date
  revoked_at: Date | null
}

export interface BidLog {
  tenant_id: number
  origin: string
  size: number
  root: Buffer
  filled_to: Date
}

export interface BidLogTile {
  tenant_id: number
  level: number
  idx: number
  data: Buffer
}

export interface BidRehearsal {
  tenant_id: number
  id: string
  trade_id: string
  key_id: string
  canary: Json
  expected: Buffer | null
  created_at: Date
  answered_at: Date | null
  passed_at: Date | null
}

export interface BidSubmission {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string
  kind: string
  suite: string
  key_id: string
  manifest: Json
  manifest_hash: Buffer
  at: Date
  deadline: Date
  log_index: number
  receipt: Json
  created_by: string
}

export interface BidUpload {
  tenant_id: number
  file_id: string
  company_id: string
  header: Json
  cipher_hash: string
  inspected_at: Date
}

export interface Bond {
  tenant_id: number
  order_id: string
  trade_id: string
  amount: string
  paid_on: string
  paid_voucher: string
  paid_voucher_name: string
  paid_by_name: string
  paid_recorded_at: Date
  refunded_on: string | null
  refunded: string | null
  interest: string | null
  rate: string | null
  refund_voucher: string | null
  refund_voucher_name: Generated<string>
  refund_by_name: Generated<string>
  refund_recorded_at: Date | null
  kept_reason: Generated<string>
  form: Generated<string>
}

export interface BondDecision {
  tenant_id: number
  order_id: string
  trade_id: string
  accepted: boolean
  fault: string
  reason: string
  decided_at: Date
}

export interface BrandApplication {
  tenant_id: number
  id: string
  company_id: string
  status: Generated<number>
  alias: string
  theme_color: string
  open_hall_title: string
  logo_id: string | null
  favicon_id: string | null
  statement: Generated<string>
  before: NullableJson
  applied_by: string
  applied_at: Date
  decided_by: string | null
  decided_at: Date | null
  reason: Generated<string>
}

export interface Candidate {
  tenant_id: number
  rank: number
  trade_id: string
  price: string
  score: string | null
  result_id: string
  item_id: string | null
  lines: NullableJson
}

export interface CandidateInForce {
  tenant_id: number | null
  order_id: string | null
  result_id: string | null
  version: number | null
  notice_id: string | null
  item_id: string | null
  rank: number | null
  trade_id: string | null
  price: string | null
  score: string | null
  lines: NullableJson
}

export interface ChannelOutbox {
  tenant_id: number
  id: string
  channel: string
  recipient: Sealed
  subject: string
  body: string
  event_id: number | null
  state: string
  created_at: Date
  is_secret: Generated<boolean>
  user_id: string | null
  attempts: Generated<number>
  failure: Generated<string>
  done_at: Date | null
  recipient_hash: Blind | null
}

export interface CipherVersion {
  version: number
  began_at: Date
  completed_at: Date | null
  retired_at: Date | null
  proof: string | null
}

export interface ClockShift {
  only_row: Generated<boolean>
  ms: Generated<number>
  world: string | null
}

export interface CodeCounter {
  tenant_id: number
  prefix: string
  last: number
}

export interface CommitmentAcceptance {
  tenant_id: number
  id: string
  version_id: string
  version_hash: Buffer
  text: Json
  text_hash: Buffer
  trade_id: string | null
  reviewer_id: string | null
  company_id: string | null
  accepted_by: string
  accepted_at: Date
}

export interface CommitteeDirect {
  tenant_id: number
  id: string
  order_id: string
  ground: string
  reason: string
  stated_by: string
  stated_name: string
  stated_at: Date
}

export interface Company {
  id: string
  name: string
  credit_code: string
  company_type: number
  legal_person: Generated<string>
  profile: DefaultedJson
  created_at: Date
  identity: Sealed | null
  identity_hash: Blind | null
}

export interface CompanyAppOff {
  tenant_id: number
  company_id: string
  workbench: string
  app: string
  switched_by: string
  switched_at: Date
}

export interface CompanyAssociation {
  tenant_id: number
  id: string
  parent_company_id: string
  child_company_id: string
  sender_company_id: string
  status: Generated<number>
  message: Generated<string>
  answer: Generated<string>
  sort: Generated<number>
  sent_by: string
  sent_at: Date
  decided_by: string | null
  decided_at: Date | null
}

export interface CompanyAudit {
  tenant_id: number
  id: string
  company_id: string | null
  kind: number
  status: Generated<number>
  company_type: number
  name: string
  credit_code: string
  content: Sealed
  before: Sealed | null
  applied_by: string
  applied_at: Date
  decided_by: string | null
  decided_at: Date | null
  reason: Generated<string>
  identity: Sealed | null
  identity_hash: Blind | null
}

export interface CompanyAuditFile {
  tenant_id: number
  audit_id: string
  file_id: string
  kind: string
  name: string
}

export interface CompanyTenant {
  tenant_id: number
  company_id: string
  is_purchaser: Generated<boolean>
  is_agency: Generated<boolean>
  is_supplier: Generated<boolean>
  is_certified: Generated<boolean>
  status: Generated<number>
  features: Generated<string[]>
  supervise: Generated<string[]>
  created_at: Date
  registration: Sealed | null
  profile: DefaultedJson
  certified_at: Date | null
  disabled_reason: Generated<string>
  charge_tenant_id: number | null
  services: string[] | null
  system_rights: Generated<string[]>
}

export interface DatabaseIdentity {
  only_row: Generated<boolean>
  id: Generated<string>
}

export interface DecryptExtension {
  tenant_id: number
  id: string
  order_id: string
  stage: Generated<number>
  old_end: Date
  new_end: Date
  reason: string
  by_user_id: string | null
  by_name: string
  at: Date
  kind: Generated<string>
}

export interface DecryptTicket {
  tenant_id: number
  id: string
  secret_hash: Buffer
  order_id: string
  trade_id: string
  stage: number
  submission_id: string
  created_by: string
  created_at: Date
  expires_at: Date
  scanned_at: Date | null
  used_at: Date | null
}

export interface DemandCategory {
  tenant_id: number
  id: string
  company_id: string | null
  parent_id: string | null
  code: string
  name: string
  sort: Generated<number>
  is_enabled: Generated<boolean>
  created_at: Date
}

export interface Department {
  tenant_id: number
  id: string
  company_id: string
  parent_id: string | null
  name: string
  sort: Generated<number>
  head_employee_id: string | null
}

export interface DocumentDownload {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string
  file_id: string
  user_id: string
  at: Date
}

export interface Employee {
  tenant_id: number
  id: string
  company_id: string
  user_id: string
  department_id: string | null
  name: string
  email: Generated<string>
  status: Generated<number>
  is_admin: Generated<boolean>
  is_signer: Generated<boolean>
  rights: Generated<string[]>
  created_at: Date
  deleted_at: Date | null
  direct_rights: Generated<string[]>
  accepted_at: Date | null
  invited_by: string | null
  invited_at: Date | null
  invited_until: Date | null
  invited_mobile: Sealed | null
  invited_times: Generated<number>
  invited_mobile_hash: Blind | null
  invited_mobile_tail: Blind | null
}

export interface EmployeeRole {
  tenant_id: number
  employee_id: string
  role_id: string
}

export interface EventJob {
  tenant_id: number
  event_id: number
  handler: string
  is_slow: boolean
  due_at: Generated<Date>
  attempts: Generated<number>
  last_error: Generated<string>
}

export interface Expert {
  tenant_id: number
  id: string
  user_id: string
  company_id: string | null
  name: string
  mobile: Sealed
  employer: Generated<string>
  employer_code: Generated<string>
  kind: string
  majors: Generated<string[]>
  title: Generated<string>
  region: Generated<string>
  city: Generated<string>
  since: number | null
  status: Generated<number>
  created_at: Date
  mobile_hash: Blind | null
}

export interface ExpertApplication {
  tenant_id: number
  id: string
  kind: number
  library_id: string | null
  company_id: string | null
  expert_id: string | null
  mobile: Sealed
  content: Json
  status: Generated<number>
  reason: Generated<string>
  applied_by: string
  applied_by_name: string
  applied_at: Date
  decided_by: string | null
  decided_by_name: Generated<string>
  decided_at: Date | null
  mobile_hash: Blind | null
}

export interface ExpertCall {
  tenant_id: number
  id: string
  extraction_id: string
  row_no: number
  token: string
  rank: number
  expert_id: string
  user_id: string
  name: string
  mobile: Sealed
  employer: Generated<string>
  employer_code: Generated<string>
  kind: string
  notice_status: number
  reply_status: Generated<number>
  reply_due: Date
  category: number | null
  reason: Generated<string>
  replied_by: Generated<string>
  called_at: Date
  replied_at: Date | null
  replaces: string | null
}

export interface ExpertEvaluation {
  tenant_id: number
  id: string
  expert_id: string
  extraction_id: string
  company_id: string
  score: number
  reason: string
  created_by_name: string
  created_at: Date
}

export interface ExpertExtraction {
  tenant_id: number
  id: string
  code: string
  kind: number
  title: string
  company_id: string
  workbench: string
  order_id: string | null
  mode: number
  library: number
  review_at: Date
  place: string
  note: Generated<string>
  reply_minutes: number
  is_secret: boolean
  by_platform: boolean
  conditions: Json
  avoidance: Sealed
  picks: Generated<string[]>
  pick_reason: Generated<string>
  parent_id: string | null
  status: Generated<number>
  failure: Generated<string>
  seed_hash: Buffer
  salt_hash: Buffer
  nonce: string | null
  pool_hash: Buffer | null
  created_by: string
  created_by_name: string
  created_at: Date
  updated_at: Date
  drawn_at: Date | null
  ended_at: Date | null
}

export interface ExpertFile {
  tenant_id: number
  expert_id: string
  file_id: string
  name: string
  sort: number
}

export interface ExpertLeave {
  tenant_id: number
  id: string
  user_id: string
  first_day: string
  last_day: string
  reason: Generated<string>
  created_at: Date
}

export interface ExpertMajor {
  tenant_id: number
  code: string
  parent: string | null
  name: string
  is_enabled: Generated<boolean>
}

export interface ExpertPool {
  tenant_id: number
  extraction_id: string
  row_no: number
  token: string
  expert_id: string
  user_id: string
  rank: number | null
  excluded: Generated<string>
}

export interface ExpertShare {
  tenant_id: number
  id: string
  expert_id: string
  company_id: string | null
  note: Generated<string>
  shared_by_name: string
  shared_at: Date
  ended_by_name: Generated<string>
  ended_at: Date | null
  end_reason: Generated<string>
}

export interface ExpertUser {
  tenant_id: number | null
  user_id: string | null
}

export interface ExportTicket {
  token_hash: Buffer
  session_id: string
  path: string
  workbench: string | null
  expires_at: Date
}

export interface FactorReset {
  tenant_id: number
  id: string
  user_id: string
  asked_by: string
  reason: string
  asked_at: Date
  due_at: Date
  status: Generated<string>
  ended_at: Date | null
}

export interface FileObject {
  tenant_id: number
  id: string
  sha256: Buffer
  size: number
  mime: string
  name: string
  use: string
  user_id: string | null
  company_id: string | null
  created_at: Date
}

export interface FormDraft {
  tenant_id: number
  user_id: string
  key: string
  body: Sealed
  saved_at: Date
  files: Generated<string[]>
}

export interface GrayscaleRelease {
  tenant_id: number
  code: string
  name: string
  workbenches: string[]
  created_at: Date
}

export interface HallMessage {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string | null
  sender_user_id: string
  sender_name: string
  is_host: boolean
  content: string
  at: Date
}

export interface HallPresence {
  tenant_id: number
  order_id: string
  user_id: string
  trade_id: string | null
  name: string
  seen_at: Date
}

export interface HallRead {
  tenant_id: number
  order_id: string
  user_id: string
  channel: string
  read_at: Date
}

export interface Idempotency {
  tenant_id: number
  actor: string
  key: string
  call: string
  body_hash: Buffer
  status: number
  answer: Sealed | null
  created_at: Date
}

export interface InboxSnooze {
  tenant_id: number
  user_id: string
  workbench: string
  todo_key: string
  until: Date
}

export interface Invitation {
  tenant_id: number
  id: string
  company_id: string
  token_hash: Buffer
  name: string
  mobile: Sealed
  department_id: string | null
  role_ids: Generated<string[]>
  status: Generated<number>
  invited_by: string
  created_at: Date
  sent_at: Date
  expires_at: Date
  joined_at: Date | null
  sent_times: Generated<number>
  mobile_hash: Blind | null
  mobile_tail: Blind | null
}

export interface JoinRequest {
  tenant_id: number
  id: string
  company_id: string
  user_id: string
  name: string
  message: Generated<string>
  status: Generated<number>
  created_at: Date
  decided_at: Date | null
  decided_by: string | null
}

export interface JointAnswer {
  tenant_id: number
  id: string
  order_id: string
  idx: number
  user_id: string
  answer: Json
  holds: boolean
  at: Date
}

export interface JointCeremony {
  tenant_id: number
  id: string
  order_id: string
  attempt: number
  threshold: number
  status: number
  liars: Generated<number[]>
  failure: Generated<string>
  fingerprint: string | null
  created_by: string
  created_at: Date
  ended_at: Date | null
}

export interface JointInvitation {
  tenant_id: number
  id: string
  order_id: string
  contact: Sealed
  contact_hash: Blind | null
  user_id: string | null
  status: number
  invited_by: string
  invited_at: Date
  answered_at: Date | null
}

export interface JointOfficer {
  tenant_id: number
  ceremony_id: string
  idx: number
  user_id: string
  name: string
  company_name: string
  role: string
  device: NullableJson
  dealing: NullableJson
  complaint: NullableJson
  confirmation: NullableJson
  checked_at: Date | null
  excused_at: Date | null
  excused_by: string | null
  excuse: Generated<string>
}

export interface JointOpening {
  tenant_id: number
  order_id: string
  stage: Generated<number>
  ceremony_id: string
  bids: NullableJson
  closed_at: Date | null
  begun_at: Date | null
  done_at: Date | null
}

export interface LeaderVote {
  tenant_id: number
  order_id: string
  voter_id: string
  choice_id: string
  at: Date
}

export interface LeasedWork {
  tenant_id: number
  kind: string
  subject: string
  created_at: Generated<Date>
  due_at: Generated<Date>
  attempts: Generated<number>
  last_error: Generated<string>
  lease: string | null
}

export interface LoginDevice {
  id: string
  user_id: string
  token_hash: Buffer
  created_at: Date
  last_seen_at: Date
}

export interface LoginGuard {
  subject: string
  failed: Generated<number>
  failed_at: Date
  locked_until: Date | null
}

export interface LoginLog {
  tenant_id: number
  id: string
  user_id: string | null
  company_id: string | null
  account: string
  ip: string
  user_agent: string
  outcome: string
  at: Date
}

export interface LoginSession {
  id: string
  token_hash: Buffer
  user_id: string
  tenant_id: number
  employee_id: string | null
  ip: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  factor_at: Date | null
  device_id: string | null
}

export interface MenuGate {
  tenant_id: number
  menu_code: string
  company_ids: Generated<string[]>
  with_hierarchy: Generated<boolean>
  features: Generated<string[]>
  institutions: Generated<string[]>
  system_right: string | null
  substitute_right: string | null
  updated_by: string
  updated_at: Date
}

export interface Message {
  tenant_id: number
  id: string
  user_id: string
  identity: string
  kind: string
  title: string
  content: string
  link: string | null
  event_id: number | null
  read_at: Date | null
  deleted_at: Date | null
  created_at: Date
}

export interface MessageChoice {
  tenant_id: number
  user_id: string
  identity: string
  kind: string
  channel: string
  is_on: boolean
}

export interface MessageDelivery {
  tenant_id: number
  message_id: string
  channel: string
  user_id: string
  due_at: Date
  outbox_id: string | null
}

export interface MessageEmail {
  tenant_id: number
  user_id: string
  address: string | null
  verified_at: Date | null
  asked_address: string | null
  code_hash: Buffer | null
  asked_at: Date | null
  asked_today: Generated<number>
  tries: Generated<number>
}

export interface MessageRhythm {
  tenant_id: number
  user_id: string
  channel: string
  mode: string
  hour: number
  weekday: number
  quiet_from: number | null
  quiet_to: number | null
}

export interface NodeAgreement {
  only_row: Generated<boolean>
  secret_check: Buffer | null
  file_store: string | null
}

export interface Notice {
  tenant_id: number
  id: string
  order_id: string
  kind: number
  code: string
  title: string
  content: Json
  data: DefaultedJson
  needs_confirmation: Generated<boolean>
  status: Generated<number>
  content_hash: Buffer | null
  signature: string | null
  publicity_end: Date | null
  created_by: string
  created_at: Date
  updated_at: Date
  published_at: Date | null
  words: Generated<string>
}

export interface NoticeConfirmation {
  tenant_id: number
  notice_id: string
  trade_id: string
  confirmed_by: string
  confirmed_at: Date
}

export interface NoticeSearch {
  tenant_id: number | null
  id: string | null
  order_id: string | null
  kind: number | null
  code: string | null
  title: string | null
  status: number | null
  published_at: Date | null
  words: string | null
}

export interface Objection {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string | null
  subject: string
  content: string
  created_by: string
  created_at: Date
  answer: string | null
  answered_by: string | null
  answered_at: Date | null
  withdrawn_at: Date | null
  company_id: string | null
}

export interface OpenedFile {
  tenant_id: number
  order_id: string
  trade_id: string
  stage: Generated<number>
  position: number
  role: string
  name: string
  file_id: string
  cipher_hash: string
  content_key: string
}

export interface Opening {
  tenant_id: number
  order_id: string
  stage: Generated<number>
  host_user_id: string | null
  started_at: Date | null
  decrypt_end: Date | null
  marks_opened_at: Date | null
  ended_at: Date | null
  sheet_file_id: string | null
  reference_price: string | null
  reference_basis: Generated<string>
}

export interface OpeningBidder {
  tenant_id: number
  order_id: string
  trade_id: string
  stage: Generated<number>
  submission_id: string
  no: number
  signed_in_at: Date | null
  decrypt_state: Generated<number>
  released_at: Date | null
  decrypted_at: Date | null
  failure: Generated<string>
  released_keys: DefaultedJson
  quote: string | null
  price_sheet: NullableJson
  confirm_state: Generated<number>
  confirmed_at: Date | null
  dispute: Generated<string>
  dispute_reply: Generated<string>
  dispute_replied_at: Date | null
  remark: Generated<string>
  read_at: Date | null
}

export interface OpeningDraw {
  tenant_id: number
  order_id: string
  parts: Json
  result: Json
  how: string
  drawn_by: string
  drawn_at: Date
}

export interface OpeningMark {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string
  stage: Generated<number>
  sort: number
  mark_type: number
  name: string
  value: string
  unit: number | null
}

export interface OpeningSignature {
  tenant_id: number
  order_id: string
  stage: number
  trade_id: string
  user_id: string
  signer: string
  sha256: Buffer
  at: Date
  ip: string | null
}

export interface OrderContractDate {
  tenant_id: number
  order_id: string
  signed_on: string
  recorded_by_name: string
  recorded_at: Date
}

export interface OrderFile {
  tenant_id: number
  id: string
  order_id: string
  kind: string
  file_id: string
  name: string
  notice_id: string | null
  created_at: Date
  replaced_by: string | null
  replaced_at: Date | null
  replaced_notice: string | null
  replace_reason: Generated<string>
}

export interface OrderInvitation {
  tenant_id: number
  order_id: string
  company_id: string
  reason: string
  told_at: Date | null
  added_by: string
  added_by_name: string
  added_at: Date
  id: string
  read_at: Date | null
  read_by_name: string | null
  declined_at: Date | null
  declined_by_name: string | null
  decline_reason: string | null
}

export interface OrderQuestion {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string
  content: string
  asked_at: Date
  asked_by: string
  answer: string | null
  answered_at: Date | null
  notice_id: string | null
}

export interface OrderResult {
  tenant_id: number
  id: string
  order_id: string
  kind: string
  version: number
  cause: string | null
  reason: Generated<string>
  evidence_file: string | null
  evidence_name: string | null
  decided_at: Date
  published_by: string | null
  notice_id: string | null
}

export interface Outbox {
  id: Generated<number>
  tenant_id: number
  at: Date
  kind: string
  topics: Generated<string[]>
  payload: Json
  seq: number | null
}

export interface PasskeyChallenge {
  challenge: string
  purpose: string
  user_id: string | null
  expires_at: Date
}

export interface PlatformBeat {
  one: Generated<boolean>
  at: Date
}

export interface PlatformOutage {
  beat_at: Date
  from_at: Date
  to_at: Date
}

export interface PriceTalk {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string
  rank: number
  start_price: string
  price: string
  status: Generated<string>
  seq: Generated<number>
  head: Buffer
  opened_at: Date
  closed_at: Date | null
}

export interface PriceTalkEntry {
  tenant_id: number
  talk_id: string
  seq: number
  kind: string
  price: string | null
  until: Date | null
  text: string
  at: Date
  side: string
  by_user_id: string
  by_name: string
  hash: Buffer
  receipt: Json
}

export interface Project {
  tenant_id: number
  id: string
  code: string
  name: string
  purchaser_company_id: string
  agency_company_id: string | null
  category: string
  must_tender: Generated<boolean>
  region: Generated<string>
  funds: Generated<string>
  budget: string
  description: Generated<string>
  created_by: string
  created_at: Date
  updated_at: Date
  words: Generated<string>
}

export interface ProjectItem {
  tenant_id: number
  id: string
  project_id: string
  lot_no: Generated<number>
  line: number
  code: Generated<string>
  name: string
  spec: Generated<string>
  unit: string
  quantity: string
  control_price: string | null
  section: Generated<string>
  remark: Generated<string>
}

export interface ProjectSearch {
  tenant_id: number | null
  id: string | null
  code: string | null
  name: string | null
  category: string | null
  purchaser_company_id: string | null
  agency_company_id: string | null
  words: string | null
}

export interface PurchaseOrder {
  tenant_id: number
  id: string
  project_id: string
  lot_no: Generated<number>
  code: string
  title: string
  method: number
  owner_company_id: string
  purchaser_company_id: string
  status: Generated<number>
  review_model: Generated<number>
  review_method: Generated<number>
  suite: Generated<string>
  estimated_price: string
  control_price: string | null
  bond: Generated<string>
  document_fee: Generated<string>
  place: Generated<string>
  notice_at: Date | null
  sale_start: Date | null
  sale_end: Date | null
  sign_up_end: Date | null
  question_end: Date | null
  bid_end: Date | null
  open_at: Date | null
  decrypt_minutes: Generated<number>
  settings: DefaultedJson
  version: Generated<number>
  created_by: string
  created_at: Date
  updated_at: Date
  published_at: Date | null
  awarded_at: Date | null
  publicity_end: Date | null
  ended_at: Date | null
  words: Generated<string>
  admission: Generated<string>
}

export interface PurchaseOrderSearch {
  tenant_id: number | null
  id: string | null
  project_id: string | null
  code: string | null
  title: string | null
  method: number | null
  status: number | null
  owner_company_id: string | null
  purchaser_company_id: string | null
  created_at: Date | null
  published_at: Date | null
  sign_up_end: Date | null
  bid_end: Date | null
  words: string | null
  admission: string | null
}

export interface RecordHold {
  tenant_id: number
  kind: string
  size: number
  hash: Buffer
  found_size: number
  found_at: Date
  released_at: Date | null
  released_by: string | null
  reason: string | null
}

export interface RecoveryCode {
  user_id: string
  code_hash: Buffer
  used_at: Date | null
}

export interface Response {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string
  price: string
  statement: string
  files: Json
  created_by: string
  created_by_name: string
  created_at: Date
  withdrawn_at: Date | null
}

export interface ResultInForce {
  tenant_id: number | null
  id: string | null
  order_id: string | null
  kind: string | null
  version: number | null
  cause: string | null
  reason: string | null
  evidence_file: string | null
  evidence_name: string | null
  decided_at: Date | null
  published_by: string | null
  notice_id: string | null
}

export interface Review {
  tenant_id: number
  order_id: string
  review_method: number
  started_by: string
  started_at: Date
  concluded_at: Date | null
  all_rejected: Generated<boolean>
  conclusion: Generated<string>
  first_stage_at: Date | null
  price_version: string
  low_price: NullableJson
}

export interface ReviewAsk {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string
  kind: number
  title: string
  content: string
  status: Generated<number>
  asked_by: string
  minutes: number
  created_at: Date
  sent_at: Date | null
  deadline: Date | null
  reply: Generated<string>
  replied_by: string | null
  replied_name: Generated<string>
  replied_at: Date | null
  withdraw_reason: Generated<string>
  price: string | null
  findings: DefaultedJson
}

export interface ReviewAskFile {
  tenant_id: number
  ask_id: string
  file_id: string
  side: string
  name: string
}

export interface ReviewCatalog {
  tenant_id: number
  id: string
  report_id: string
  type: number
  sort: number
  state: Generated<number>
  failure: Generated<string>
  content: NullableJson
  is_uploaded: Generated<boolean>
  file_id: string | null
  sha256: Buffer | null
  size: number | null
  updated_by_name: Generated<string>
  updated_at: Date | null
}

export interface ReviewCorrection {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string
  kind: number
  basis: string
  lines: DefaultedJson
  before: string
  after: string
  sha256: Buffer
  status: Generated<number>
  proposed_by: string
  minutes: number
  created_at: Date
  sent_at: Date | null
  deadline: Date | null
  decided_by: string | null
  decided_name: Generated<string>
  decided_at: Date | null
  note: Generated<string>
}

export interface ReviewDraw {
  tenant_id: number
  id: string
  order_id: string
  purpose: string
  title: string
  parts: Json
  commitment: Buffer
  committed_at: Date
  seed: Buffer | null
  entropy: Buffer | null
  drawn_at: Date | null
  drawn_by: string | null
  result: DefaultedJson
}

export interface ReviewItem {
  tenant_id: number
  id: string
  way_id: string
  name: string
  standard: Generated<string>
  full_mark: Generated<string>
  is_objective: Generated<boolean>
  sort: number
}

export interface ReviewLowPriceWaiver {
  tenant_id: number
  order_id: string
  trade_id: string
  price: string
  findings: Json
  reason: string
  noted_by: string
  noted_at: Date
}

export interface ReviewMotion {
  tenant_id: number
  id: string
  order_id: string
  kind: string
  trade_id: string | null
  valid_bids: number | null
  reason: string
  rule: Generated<string>
  proposed_by: string | null
  state: Generated<number>
  created_at: Date
  decided_at: Date | null
  ask_id: string | null
}

export interface ReviewMotionVote {
  tenant_id: number
  motion_id: string
  reviewer_id: string
  agree: boolean
  opinion: Generated<string>
  at: Date
}

export interface ReviewOffer {
  tenant_id: number
  round_id: string
  trade_id: string
  status: Generated<number>
  total: string | null
  lines: DefaultedJson
  saved_at: Date | null
  submitted_by: string | null
  submitted_name: Generated<string>
  submitted_at: Date | null
  sha256: Buffer | null
  file_id: string | null
  signed_by: string | null
  signed_name: Generated<string>
  signed_at: Date | null
  signed_ip: Generated<string>
}

export interface ReviewOfferRound {
  tenant_id: number
  id: string
  order_id: string
  round_no: number
  mode: number
  note: Generated<string>
  not_above: Generated<boolean>
  is_final: Generated<boolean>
  minutes: number
  status: Generated<number>
  created_by: string
  created_at: Date
  started_at: Date | null
  deadline: Date | null
  closed_at: Date | null
  close_reason: Generated<string>
}

export interface ReviewOutcome {
  tenant_id: number
  way_id: string
  trade_id: string
  score: string | null
  exact: string | null
  passed: boolean | null
  trace: Json
}

export interface ReviewProcess {
  tenant_id: number
  id: string
  order_id: string
  process_type: number
  process_status: Generated<number>
  started_at: Date | null
  ended_at: Date | null
}

export interface ReviewRanking {
  tenant_id: number
  order_id: string
  trade_id: string
  rank: number
  total: string | null
  quote: string
  lot: number | null
  trace: Json
}

export interface ReviewRejection {
  tenant_id: number
  order_id: string
  trade_id: string
  reason: string
  rule: Generated<string>
  way_id: string | null
  motion_id: string | null
  at: Date
}

export interface ReviewReport {
  tenant_id: number
  id: string
  order_id: string
  process_type: Generated<number>
  scope: Generated<number>
  template: Generated<string>
  state: Generated<number>
  content: Json
  failure: Generated<string>
  back_reason: Generated<string>
  file_id: string | null
  sha256: Buffer | null
  created_by: string
  created_at: Date
  generated_at: Date | null
  completed_at: Date | null
}

export interface ReviewScore {
  tenant_id: number
  item_id: string
  reviewer_id: string
  trade_id: string
  score: string | null
  passed: boolean | null
  reason: Generated<string>
  saved_at: Date
}

export interface ReviewSignature {
  tenant_id: number
  id: string
  report_id: string
  reviewer_id: string
  sha256: Buffer
  opinion: Generated<string>
  deemed: Generated<string>
  at: Date
  ip: Generated<string>
  revoked_at: Date | null
  revoke_reason: Generated<string>
}

export interface ReviewTask {
  tenant_id: number
  way_id: string
  reviewer_id: string
  status: Generated<number>
  submitted_at: Date | null
}

export interface ReviewWay {
  tenant_id: number
  id: string
  order_id: string
  way_type: number
  name: string
  item_kind: number
  full_mark: Generated<string>
  aggregation: Generated<number>
  is_automatic: Generated<boolean>
  params: DefaultedJson
  sort: number
  stage: Generated<number>
  status: Generated<number>
  summarised_at: Date | null
  judges: Generated<string[]>
  score_digits: number | null
}

export interface Reviewer {
  tenant_id: number
  id: string
  order_id: string
  sort: number
  expert_id: string | null
  employee_id: string | null
  user_id: string
  name: string
  role: string
  employer: Generated<string>
  employer_code: Generated<string>
  is_leader: Generated<boolean>
  no_conflict: boolean | null
  declared_at: Date | null
  out_at: Date | null
  out_reason: Generated<string>
  replaces: string | null
  chosen_at: Date | null
  is_drawn: Generated<boolean>
}

export interface ReviewerAvoidance {
  tenant_id: number
  reviewer_id: string
  trade_id: string
  has_conflict: boolean
  reason: Generated<string>
  at: Date
}

export interface Role {
  tenant_id: number
  id: string
  company_id: string
  name: string
  note: Generated<string>
  rights: Generated<string[]>
  created_at: Date
  updated_at: Date
}

export interface SecondFactor {
  id: string
  user_id: string
  kind: string
  name: string
  secret: Buffer | null
  last_step: Generated<number>
  credential_id: string | null
  public_key: Buffer | null
  sign_count: Generated<number>
  transports: Generated<string[]>
  created_at: Date
  confirmed_at: Date | null
  last_used_at: Date | null
}

export interface ServiceAudit {
  tenant_id: number
  id: string
  company_id: string
  type: string
  status: Generated<number>
  statement: Generated<string>
  applied_by: string
  applied_at: Date
  decided_by: string | null
  decided_at: Date | null
  reason: Generated<string>
}

export interface ServiceKey {
  tenant_id: number
  use: string
  public_key: string
  sealed_private: Buffer
  created_at: Date
  retired_at: Date | null
}

export interface SharedDocument {
  tenant_id: number
  id: string
  category: string
  title: string
  created_by: string
  created_at: Date
  updated_at: Date
  removed_at: Date | null
}

export interface SharedDocumentVersion {
  tenant_id: number
  document_id: string
  number: number
  file_id: string
  name: string
  note: Generated<string>
  uploaded_by: string
  uploaded_at: Date
}

export interface SmsCode {
  id: string
  mobile: Sealed
  ip: string
  code_hash: Buffer
  sent_at: Date
  expires_at: Date
  tries: Generated<number>
  used: Generated<boolean>
  source: Generated<string>
  mobile_hash: Blind
}

export interface SpentProof {
  nonce: Buffer
  expires_at: Date
}

export interface Talk {
  tenant_id: number
  id: string
  order_id: string
  trade_id: string
  no: number
  held_at: Date
  place: string
  people: Json
  price_basis: string
  terms: string
  price: string
  files: Json
  created_by: string
  created_by_name: string
  created_at: Date
  agreed: boolean | null
  reason: Generated<string>
  replied_by: string | null
  replied_by_name: string | null
  replied_at: Date | null
}

export interface Template {
  tenant_id: number
  id: string
  company_id: string | null
  kind: string
  scope: Generated<string>
  name: string
  status: Generated<number>
  is_default: Generated<boolean>
  draft: Json
  revision: Generated<number>
  version_no: Generated<number>
  created_by: string
  created_at: Date
  updated_by: string
  updated_at: Date
}

export interface TemplateChoice {
  tenant_id: number
  order_id: string
  kind: string
  scope: Generated<string>
  version_id: string
  chosen_by: string
  chosen_at: Date
}

export interface TemplateUse {
  tenant_id: number
  version_id: string
  order_id: string
  purpose: string
  used_by: string
  used_at: Date
}

export interface TemplateVersion {
  tenant_id: number
  id: string
  template_id: string
  version_no: number
  scope: string
  name: string
  note: Generated<string>
  content: Json
  content_hash: Buffer
  published_by: string
  published_at: Date
}

export interface Tenant {
  id: number
  alias: string
  name: string
  hosts: Generated<string[]>
  is_default: Generated<boolean>
  config: DefaultedJson
  created_at: Generated<Date>
}

export interface Timer {
  tenant_id: number
  key: string
  kind: string
  due_at: Date
  payload: Json
  fired_at: Date | null
}

export interface Trade {
  tenant_id: number
  id: string
  order_id: string
  supplier_company_id: string
  origin: string
  status: Generated<number>
  reason: Generated<string>
  contact_name: string
  contact_mobile: Sealed
  contact_email: Generated<string>
  statement: Generated<string>
  created_by: string
  created_at: Date
  decided_at: Date | null
  decided_by: string | null
}

export interface TradeFile {
  tenant_id: number
  trade_id: string
  file_id: string
  kind: string
  name: string
}

export interface UploadPending {
  tenant_id: number
  id: string
  use: string
  user_id: string
  company_id: string | null
  size: number
  expires_at: Date
}

export interface Workflow {
  tenant_id: number
  id: string
  company_id: string
  definition_id: string
  version: number
  business: string
  node: string
  subject_kind: string
  subject_id: string
  title: string
  facts: Json
  payload: Json
  choices: DefaultedJson
  initiator_id: string
  initiator_name: string
  initiator_department: Generated<string>
  workbench: string
  status: number
  at_stop: Generated<number>
  is_entered: Generated<boolean>
  result: Generated<string>
  started_at: Date
  ended_at: Date | null
  reminded_at: Date | null
}

export interface WorkflowDefinition {
  tenant_id: number
  id: string
  company_id: string | null
  name: string
  business: string
  node: Generated<string>
  status: Generated<number>
  version: Generated<number>
  updated_by: string
  created_at: Date
  updated_at: Date
}

export interface WorkflowDelegation {
  tenant_id: number
  id: string
  employee_id: string
  delegate_id: string
  starts_at: Date
  ends_at: Date
  reason: Generated<string>
  created_at: Date
}

export interface WorkflowFile {
  tenant_id: number
  record_id: string
  file_id: string
  workflow_id: string
  name: string
}

export interface WorkflowRecord {
  tenant_id: number
  id: string
  no: Generated<number>
  workflow_id: string
  employee_id: string | null
  name: string
  action: string
  label: string
  node_name: Generated<string>
  remark: Generated<string>
  at: Date
}

export interface WorkflowTask {
  tenant_id: number
  id: string
  workflow_id: string
  stop: number
  lane: number
  rank: number
  is_copy: Generated<boolean>
  employee_id: string
  status: number
  auto: Generated<string>
  acted_by: string | null
  remark: Generated<string>
  arrived_at: Date | null
  acted_at: Date | null
  read_at: Date | null
}

export interface WorkflowVersion {
  tenant_id: number
  definition_id: string
  version: number
  flow: Json
  made_by: string
  made_at: Date
}

export interface WxScene {
  scene: string
  user_id: string
  tenant_id: number
  url: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
  refusal: Generated<string>
}

export interface Tables {
  app_user: AppUser
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
  auction_ticket: AuctionTicket
  auction_witness: AuctionWitness
  audit_entry: AuditEntry
  audit_head: AuditHead
  audit_intake: AuditIntake
  audit_record: AuditRecord
  award: Award
  award_in_force: AwardInForce
  award_line: AwardLine
  award_total: AwardTotal
  bank_card: BankCard
  bid_checkpoint: BidCheckpoint
  bid_file: BidFile
  bid_key: BidKey
  bid_log: BidLog
  bid_log_tile: BidLogTile
  bid_rehearsal: BidRehearsal
  bid_submission: BidSubmission
  bid_upload: BidUpload
  bond: Bond
  bond_decision: BondDecision
  brand_application: BrandApplication
  candidate: Candidate
  candidate_in_force: CandidateInForce
  channel_outbox: ChannelOutbox
  cipher_version: CipherVersion
  clock_shift: ClockShift
  code_counter: CodeCounter
  commitment_acceptance: CommitmentAcceptance
  committee_direct: CommitteeDirect
  company: Company
  company_app_off: CompanyAppOff
  company_association: CompanyAssociation
  company_audit: CompanyAudit
  company_audit_file: CompanyAuditFile
  company_tenant: CompanyTenant
  database_identity: DatabaseIdentity
  decrypt_extension: DecryptExtension
  decrypt_ticket: DecryptTicket
  demand_category: DemandCategory
  department: Department
  document_download: DocumentDownload
  employee: Employee
  employee_role: EmployeeRole
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
  grayscale_release: GrayscaleRelease
  hall_message: HallMessage
  hall_presence: HallPresence
  hall_read: HallRead
  idempotency: Idempotency
  inbox_snooze: InboxSnooze
  invitation: Invitation
  join_request: JoinRequest
  joint_answer: JointAnswer
  joint_ceremony: JointCeremony
  joint_invitation: JointInvitation
  joint_officer: JointOfficer
  joint_opening: JointOpening
  leader_vote: LeaderVote
  leased_work: LeasedWork
  login_device: LoginDevice
  login_guard: LoginGuard
  login_log: LoginLog
  login_session: LoginSession
  menu_gate: MenuGate
  message: Message
  message_choice: MessageChoice
  message_delivery: MessageDelivery
  message_email: MessageEmail
  message_rhythm: MessageRhythm
  node_agreement: NodeAgreement
  notice: Notice
  notice_confirmation: NoticeConfirmation
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
  order_invitation: OrderInvitation
  order_question: OrderQuestion
  order_result: OrderResult
  outbox: Outbox
  passkey_challenge: PasskeyChallenge
  platform_beat: PlatformBeat
  platform_outage: PlatformOutage
  price_talk: PriceTalk
  price_talk_entry: PriceTalkEntry
  project: Project
  project_item: ProjectItem
  project_search: ProjectSearch
  purchase_order: PurchaseOrder
  purchase_order_search: PurchaseOrderSearch
  record_hold: RecordHold
  recovery_code: RecoveryCode
  response: Response
  result_in_force: ResultInForce
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
  review_offer: ReviewOffer
  review_offer_round: ReviewOfferRound
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
  second_factor: SecondFactor
  service_audit: ServiceAudit
  service_key: ServiceKey
  shared_document: SharedDocument
  shared_document_version: SharedDocumentVersion
  sms_code: SmsCode
  spent_proof: SpentProof
  talk: Talk
  template: Template
  template_choice: TemplateChoice
  template_use: TemplateUse
  template_version: TemplateVersion
  tenant: Tenant
  timer: Timer
  trade: Trade
  trade_file: TradeFile
  upload_pending: UploadPending
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
  'auction_witness.mobile': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'bank_card.account_no': { key: ['id'], ofTenant: true, hash: true, tail: false },
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
  'joint_invitation.contact': { key: ['id'], ofTenant: true, hash: true, tail: false },
  'sms_code.mobile': { key: ['id'], ofTenant: false, hash: true, tail: false },
  'trade.contact_mobile': { key: ['id'], ofTenant: true, hash: false, tail: false },
} as const
