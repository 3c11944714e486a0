import * as z from 'zod'
import { Alert, Checkbox, Form } from 'antd'
import { useNavigate, useParams } from 'react-router'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { Field, FormSection } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { RichTextView } from '#web/kit/rich-text-view.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { signUp, SignUpFields, signUpLots, tenderDetail } from '../../contract/supplier.ts'
import { TradeStatus } from '../../rules/enums.ts'
import { tenderPages } from './tender-pages.ts'
import { QualificationFiles, type SignUpFile } from './qualification-files.tsx'
import type { Tender } from './words.ts'
import './supplier.css'

interface Values {
  contactName: string
  contactMobile: string
  contactEmail?: string
  statement?: string
  /** One list per demanded document, in the order demanded. */
  docs: (SignUpFile[] | undefined)[]
  others?: FileRef[]
  /** The commitment was read and is accepted. */
  accepted?: boolean
  /** Of a package: the orders that are ticked. */
  lots?: string[]
}

const OTHERS = '其他资料'
const ACCEPT = '.pdf,.docx,.xlsx,.png,.jpg,.jpeg'

/** The sign-up with the documents demanded; after a refusal with its reason and what was handed in before. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(tenderDetail, { params: { orderId } })
  return <WhenLoaded query={query}>{(tender) => <SignUpForm tender={tender} />}</WhenLoaded>
}

function SignUpForm({ tender }: { tender: Tender }) {
  const navigate = useNavigate()
  const { person } = useSession()
  const { orderId, trade, settings } = tender
  const at = tenderPages(orderId, tender.method)
  const send = useAction(signUp, { success: '报名已提交' })
  const sendLots = useAction(signUpLots, { success: lotsSaid })
  const isPackage = tender.lots.length > 1
  const action = tender.actions.find((one) => one.action === 'signUp')
  if (!action || action.reason) {
    return (
      <EmptyPage
        head="报名"
        back={{ label: '项目详情', to: at('publish.tender') }}
        title={action?.reason ?? '当前不能报名'}
        {...(trade ? { hint: '可在项目详情中查看报名资料' } : {})}
      />
    )
  }
  // The kit's own required rule takes texts only; `valuesOf` rules on lists of files.
  const demands = settings.qualifications.map(({ name, required }, i): Field => ({
    kind: 'custom',
    name: `docs.${i}`,
    label: required ? `${name}（必交）` : name,
    control: (
      <QualificationFiles
        kind={name}
        label={name}
        most={5}
        accept={ACCEPT}
        lapse={tender.lapses.find(({ kind }) => kind === name)}
      />
    ),
  }))
  return (
    <FormScreen<Values>
      title="报名"
      facts={[tender.code, tender.title]}
      back={{ label: '项目详情', to: at('publish.tender') }}
      draft={`supplier.sign-up.${orderId}.${trade?.createdAt ?? ''}`}
      initial={initialOf(tender, { name: person?.nickname ?? '', mobile: person?.mobile ?? '' })}
      sections={[
        ...(trade?.status === TradeStatus.values.refused
          ? [
              {
                content: <Alert type="error" showIcon title="上次报名未通过" description={`原因：${trade.reason}`} />,
              },
            ]
          : []),
        ...(isPackage ? [lotSection(tender)] : []),
        {
          title: '联系人',
          fields: [
            { kind: 'text', name: 'contactName', label: '联系人', required: true, maxLength: 40 },
            { kind: 'text', name: 'contactMobile', label: '手机号码', required: true, type: 'tel', maxLength: 11 },
            { kind: 'text', name: 'contactEmail', label: '邮箱', type: 'email' },
          ],
        },
        {
          title: '报名资料',
          hint: '支持 PDF、DOCX、XLSX、PNG、JPG，单个文件不超过 100 MB。资料只有公告单位可以查看。',
          fields: [
            ...demands,
            { kind: 'files', name: 'others', label: OTHERS, use: 'qualification', most: 10, accept: ACCEPT },
            { kind: 'area', name: 'statement', label: '报名说明', maxLength: 2000 },
          ],
        },
        ...(tender.commitment ? [commitmentSection(tender.commitment)] : []),
      ]}
      schema={valuesOf(tender)}
      submit={{
        label: '提交报名',
        confirm: '提交后等待审核，报名截止前可撤回。',
        run: (values) =>
          isPackage
            ? sendLots.run({ params: { orderId }, body: { ...bodyOf(values, tender), orderIds: values.lots ?? [] } })
            : send.run({ params: { orderId }, body: bodyOf(values, tender) }),
      }}
      onDone={() => void navigate(at('publish.tender'))}
    />
  )
}

/** The orders of the package, of which those are ticked that the company signs up for. */
function lotSection({ lots }: Tender): FormSection {
  return {
    title: '参加的采购单',
    hint: '同一公告的采购单一次报名，可多选；各采购单分别审核、分别报价。',
    fields: [
      {
        kind: 'checks',
        name: 'lots',
        label: '勾选采购单',
        wide: true,
        required: true,
        options: lots.map(({ orderId, lotNo, title, blocked }) => ({
          value: orderId,
          label: `包号 ${lotNo} ${title}${blocked === null ? '' : `（${blocked}）`}`,
          disabled: blocked !== null,
        })),
      },
    ],
  }
}

/** What became of each order that was ticked. */
function lotsSaid({ rows }: OutputOf<typeof signUpLots>): string {
  const refused = rows.filter(({ outcome }) => outcome === 'refused')
  const done = rows.length - refused.length
  return [`${done} 个采购单已提交报名`, ...refused.map(({ reason }) => `未能报名：${reason}`)].join('；')
}

/** The buyer's commitment, to be read and accepted; what was accepted is recorded with its hash. */
function commitmentSection({ title, body }: NonNullable<Tender['commitment']>): FormSection {
  return {
    title: '承诺书',
    hint: '提交报名即以本单位名义作出承诺，内容与接受时间一并存证。',
    content: (
      <>
        <div className="supplier-commitment kb-box-16 kb-below-12" tabIndex={0} role="region" aria-label={title}>
          <h3 className="kb-size-15 kb-below-8 kb-text-centre">{title}</h3>
          <RichTextView value={body} />
        </div>
        <Form.Item name="accepted" valuePropName="checked">
          <Checkbox>我已阅读并接受《{title}》</Checkbox>
        </Form.Item>
      </>
    ),
  }
}

/** What the form must hold: the contact as the call takes it, and every document that is demanded. */
function valuesOf({ settings: { qualifications: demanded }, commitment, lots, lapses }: Tender) {
  const { contactName, contactMobile, contactEmail } = SignUpFields.shape
  const files = z.array(z.looseObject({ validUntil: z.string().nullish() }))
  const values = z.looseObject({ contactName, contactMobile, contactEmail, docs: z.array(files.optional()).optional() })
  const isExpired = (name: string) => lapses.some((lapse) => lapse.kind === name && lapse.isExpired)
  return values.superRefine(({ docs = [], accepted, lots: ticked }, ctx) => {
    if (lots.length > 1 && !(Array.isArray(ticked) && ticked.length > 0))
      ctx.addIssue({ code: 'custom', path: ['lots'], message: '请勾选采购单' })
    if (commitment && accepted !== true)
      ctx.addIssue({ code: 'custom', path: ['accepted'], message: `请阅读并接受《${commitment.title}》` })
    demanded.forEach((one, i) => {
      if (one.required && !docs[i]?.length)
        ctx.addIssue({ code: 'custom', path: ['docs', i], message: `请上传${one.name}` })
      else if (docs[i]?.length && isExpired(one.name) && !docs[i].some(({ validUntil }) => validUntil))
        ctx.addIssue({ code: 'custom', path: ['docs', i], message: `请填写${one.name}换发后的有效期` })
    })
  })
}

function initialOf(
  { orderId, trade, settings, lots: all }: Tender,
  person: { name: string; mobile: string },
): Partial<Values> {
  const lots = all.length > 1 ? { lots: [orderId] } : {}
  if (!trade) return { contactName: person.name, contactMobile: person.mobile, docs: [], ...lots }
  const demanded = settings.qualifications.map((one) => one.name)
  const { contactName, contactMobile, contactEmail, statement, files } = trade
  return {
    contactName,
    contactMobile,
    contactEmail,
    statement,
    ...lots,
    docs: demanded.map((name) => files.filter((file) => file.kind === name)),
    others: files.filter((file) => !demanded.includes(file.kind ?? '')),
  }
}

function bodyOf(values: Values, { settings, commitment }: Tender): BodyOf<typeof signUp> {
  const demanded = settings.qualifications
  const named = (files: SignUpFile[] | undefined, kind: string) =>
    (files ?? []).map(({ fileId, name, validUntil = null }) => ({ fileId, kind, name, validUntil }))
  return {
    contactName: values.contactName.trim(),
    contactMobile: values.contactMobile.trim(),
    contactEmail: values.contactEmail?.trim() ?? '',
    statement: values.statement ?? '',
    files: [...demanded.flatMap((one, i) => named(values.docs?.[i], one.name)), ...named(values.others, OTHERS)],
    commitment:
      commitment && values.accepted ? { versionId: commitment.versionId, textHash: commitment.textHash } : null,
  }
}
