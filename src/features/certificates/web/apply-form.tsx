import { Alert } from 'antd'
import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { applicationDetail, caTerms, changeApplication, saveApplication } from '../contract/company.ts'
import { ACTS, type Kind, KINDS, MEDIA, SUITES } from '../rules/kinds.ts'
import { KeyField } from './key-field.tsx'
import { type ApplicationDetail, PATHS } from './words.ts'

type Values = Omit<BodyOf<typeof saveApplication>, 'letters' | 'licences'> & { letters: FileRef[]; licences: FileRef[] }
type Terms = OutputOf<typeof caTerms>

/** A new application, one that is not handed in yet, or one that was sent back. */
export function Screen() {
  const { id } = useParams()
  const terms = useCall(caTerms)
  return (
    <WhenLoaded query={terms}>
      {(loaded) => (id ? <Kept id={id} terms={loaded} /> : <Editor key="new" kept={null} terms={loaded} />)}
    </WhenLoaded>
  )
}

function Kept({ id, terms }: { id: string; terms: Terms }) {
  const query = useCall(applicationDetail, { params: { applicationId: id } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(kept) => <Editor key={id} kept={kept} terms={terms} />}</WhenLoaded>
}

function Editor({ kept, terms }: { kept: ApplicationDetail | null; terms: Terms }) {
  const navigate = useNavigate()
  const saved = useRef<string | null>(kept?.applicationId ?? null)
  const create = useAction(saveApplication, { success: '已保存' })
  const change = useAction(changeApplication, { success: '已保存' })
  const run = async ({ letters, licences, ...values }: Values) => {
    const files = (given: FileRef[]) => given.map(({ fileId, name }) => ({ fileId, name }))
    const body = { ...values, letters: files(letters), licences: files(licences) }
    if (saved.current) return change.run({ params: { applicationId: saved.current }, body })
    const outcome = await create.run({ body })
    if (outcome.ok) saved.current = outcome.data.applicationId
    return outcome
  }
  const isChange = kept !== null && kept.act !== 'new'
  return (
    <FormScreen<Values>
      title={kept ? `${ACTS[kept.act]}数字证书` : '申请数字证书'}
      back={{ label: '数字证书', to: kept ? PATHS.applications : PATHS.list }}
      initial={initialOf(kept)}
      sections={[
        { title: '证书', hint: <AuthorityHint terms={terms} />, fields: kindFields({ terms, kept, isChange }) },
        {
          title: '持有人',
          hint: '企业名称和统一社会信用代码取自企业认证资料，如需修改请先办理企业信息变更。',
          fields: personFields(kept),
          content: (
            <FieldList
              items={[
                { label: '企业名称', value: terms.companyName },
                { label: '统一社会信用代码', value: terms.creditCode || '无' },
              ]}
            />
          ),
        },
        {
          title: '材料',
          fields: [
            { kind: 'files', name: 'letters', label: '授权书', use: 'ca-document', most: 5, required: true },
            { kind: 'files', name: 'licences', label: '营业执照', use: 'ca-document', most: 5, required: true },
          ],
        },
        {
          title: '密钥',
          fields: [
            {
              kind: 'custom',
              name: 'request',
              label: '证书密钥',
              wide: true,
              control: <KeyField hasKey={kept?.keyHash != null} holder={terms.companyName} />,
            },
          ],
        },
      ]}
      submit={{ label: '保存，下一步', run }}
      onDone={() => void navigate(PATHS.detail(saved.current!))}
      side={<Prices terms={terms} />}
    />
  )
}

function initialOf(kept: ApplicationDetail | null): Partial<Values> {
  if (!kept)
    return {
      kind: 'enterprise',
      medium: 'browser',
      suite: 'intl',
      years: 1,
      personName: '',
      identity: '',
      mobile: '',
      letters: [],
      licences: [],
      request: null,
    }
  const { kind, medium, suite, years, personName, letters, licences } = kept
  return {
    kind,
    medium,
    suite,
    personName,
    letters,
    licences,
    years: years || 1,
    identity: '',
    mobile: '',
    request: null,
  }
}

function kindFields({
  terms,
  kept,
  isChange,
}: {
  terms: Terms
  kept: ApplicationDetail | null
  isChange: boolean
}): Field[] {
  const options = <T extends string>(words: Readonly<Record<T, string>>, chosen?: T) =>
    (Object.keys(words) as T[])
      .filter((value) => !isChange || value === chosen)
      .map((value) => ({ value, label: words[value] }))
  const years: Field = {
    kind: 'radio',
    name: 'years',
    label: '期限',
    required: true,
    options: [1, 2, 3].map((value) => ({ value, label: `${value} 年` })),
  }
  const offered = terms.media.filter(({ isOffered, medium }) => isOffered && (!isChange || medium === kept?.medium))
  return [
    { kind: 'radio', name: 'kind', label: '证书类型', required: true, options: options(KINDS, kept?.kind) },
    {
      kind: 'radio',
      name: 'medium',
      label: '介质',
      required: true,
      options: offered.map(({ medium }) => ({ value: medium, label: MEDIA[medium] })),
      help: terms.media
        .filter(({ isOffered }) => !isOffered)
        .map(({ medium, note }) => `${MEDIA[medium]}：${note}`)
        .join('；'),
    },
    { kind: 'radio', name: 'suite', label: '密码算法', required: true, options: options(SUITES, kept?.suite) },
    ...(isChange && kept?.act !== 'renew' ? [] : [years]),
  ]
}

function personFields(kept: ApplicationDetail | null): Field[] {
  const masked = (value: string | undefined) => (value ? `已保存 ${value}，不修改请留空` : '')
  const isKept = kept !== null
  return [
    {
      kind: 'text',
      name: 'personName',
      label: '姓名',
      required: true,
      maxLength: 40,
      help: '企业证书、经办人证书填经办人，法定代表人证书填法定代表人',
    },
    {
      kind: 'text',
      name: 'identity',
      label: '身份证号码',
      required: !(isKept && kept.identity),
      maxLength: 18,
      help: masked(kept?.identity),
    },
    {
      kind: 'text',
      name: 'mobile',
      label: '手机号码',
      type: 'tel',
      required: !(isKept && kept.mobile),
      maxLength: 11,
      help: masked(kept?.mobile),
    },
  ]
}

function AuthorityHint({ terms: { authority } }: { terms: Terms }) {
  if (!authority.isThere) return <Alert type="warning" showIcon title="平台尚未接入证书机构，暂不能提交申请" />
  return <>{`签发机构：${authority.name}`}</>
}

/** What each costs, and what a voucher takes off. */
function Prices({ terms }: { terms: Terms }) {
  const kinds = Object.keys(KINDS) as Kind[]
  return (
    <section aria-label="价格">
      <h2>价格</h2>
      <FieldList
        items={kinds.map((kind) => ({
          label: KINDS[kind],
          value: terms.prices
            .filter((line) => line.kind === kind)
            .map(({ years, price }) => `${years} 年 ${formatAmount(price)} 元`)
            .join('，'),
        }))}
      />
      <p className="kb-note">
        一张 CA 抵用券抵 {formatAmount(terms.voucherWorth)} 元，不找零；现有 {terms.vouchers}{' '}
        张。驳回的申请原路退款，抵用券退回。
      </p>
    </section>
  )
}
