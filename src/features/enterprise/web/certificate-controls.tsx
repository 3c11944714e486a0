import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { tr } from '#web/kit/labels.ts'
import { useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { askToJoin, companyExists } from '../contract/certification.ts'
import { COMPANY_WORKBENCHES, mayBecome, rulesOf, WORKBENCH_LABELS } from '../rules/company-types.ts'
import { creditCodeOk, identityNumberOk } from '../rules/identifiers.ts'
import './enterprise.css'

interface ControlProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** A credit code: checked while it is typed, and looked up as soon as it is right. */
export function CreditCodeInput({ value = '', onChange, id, lookUp }: ControlProps & { lookUp: boolean }) {
  const companyType = (Form.useWatch('companyType') as number | undefined) ?? 1
  const isRight = creditCodeOk(value)
  const { codes, codeHint } = rulesOf(companyType)
  const fits = !isRight || codes === null || codes.test(value)
  return (
    <>
      <Input
        {...(id ? { id } : {})}
        value={value}
        maxLength={18}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange?.(event.target.value.replace(/\s/g, '').toUpperCase())}
      />
      <Check value={value} isRight={isRight} />
      {!fits && <span className="kb-size-13 kb-block kb-above-4 kb-bad">{codeHint}</span>}
      {lookUp && isRight && <Existing query={{ socialCreditCode: value }} />}
    </>
  )
}

/** An identity number, checked while it is typed. */
export function IdentityInput({ value = '', onChange, id }: ControlProps) {
  return (
    <>
      <Input
        {...(id ? { id } : {})}
        value={value}
        maxLength={18}
        autoComplete="off"
        onChange={(event) => onChange?.(event.target.value.replace(/\s/g, '').toUpperCase())}
      />
      <Check value={value} isRight={identityNumberOk(value)} />
    </>
  )
}

/** The workbenches that the chosen type may apply for; the others stand there with the reason. */
export function WorkbenchChoice({
  value = [],
  onChange,
}: {
  id?: string
  value?: string[]
  onChange?: (value: string[]) => void
}) {
  const companyType = (Form.useWatch('companyType') as number | undefined) ?? 1
  return (
    <Checkbox.Group
      value={value.filter((one) => mayBecome(companyType, one))}
      onChange={(chosen) => onChange?.(chosen)}
      options={COMPANY_WORKBENCHES.map((one) => ({
        value: one,
        label: mayBecome(companyType, one)
          ? tr(WORKBENCH_LABELS[one])
          : `${tr(WORKBENCH_LABELS[one])}（${tr('该类型不可申请')}）`,
        disabled: !mayBecome(companyType, one),
      }))}
    />
  )
}

function Check({ value, isRight }: { value: string; isRight: boolean }) {
  if (value === '') return null
  if (isRight)
    return (
      <span className="kb-size-13 kb-block kb-above-4 kb-good" role="status">
        ✓ {tr('校验位正确')}
      </span>
    )
  if (value.length < 18)
    return <span className="kb-size-13 kb-block kb-above-4 kb-muted">{`${value.length} / 18`}</span>
  return (
    <span className="kb-size-13 kb-block kb-above-4 kb-bad" role="status">
      {tr('校验位不正确，请核对')}
    </span>
  )
}

/** What the platform knows of a company with this code: then one asks to join instead of applying again. */
function Existing({ query }: { query: { socialCreditCode: string } }) {
  const navigate = useNavigate()
  const found = useCall(companyExists, { query })
  const { person } = useSession()
  const join = useJoinDialog()
  const { data } = found
  if (!data) return null
  if (data.joined)
    return (
      <Alert
        className="kb-above-8"
        type="info"
        showIcon
        title={tr('您已是该企业的员工，无需再次认证')}
        action={
          <Button size="small" onClick={() => void navigate('/select-company')}>
            {tr('选择企业')}
          </Button>
        }
      />
    )
  if (data.company) {
    const { company } = data
    return (
      <Alert
        className="kb-above-8"
        type="warning"
        showIcon
        title={`${company.companyName}${tr('已在本平台认证')}`}
        description={tr('您可以申请加入，由企业管理员同意后即可使用')}
        action={
          <Button size="small" type="primary" onClick={() => join({ ...company, name: person?.nickname ?? '' })}>
            {tr('申请加入')}
          </Button>
        }
      />
    )
  }
  if (data.auditing)
    return (
      <Alert className="kb-above-8" type="info" showIcon title={tr('该企业已有认证申请正在审核，请等待审核结果')} />
    )
  return null
}

/** Asks the administrators of a company to be taken in, with a name and a word. */
function useJoinDialog(): (company: { companyId: string; companyName: string; name: string }) => void {
  const navigate = useNavigate()
  const ask = useAction(askToJoin, {
    success: '申请已发送，企业管理员处理后将通知您',
    onDone: () => void navigate('/select-company'),
  })
  return ({ companyId, companyName, name }) =>
    openDialog<{ name: string; message: string }>({
      title: `申请加入${companyName}`,
      content: (state) => <JoinFields name={name} onChange={state.set} />,
      run: async (given) => {
        const body = { companyId, name: (given?.name ?? name).trim(), message: given?.message ?? '' }
        if (body.name) return (await ask.run({ body })).ok
        toast.warning('请输入姓名')
        return false
      },
    })
}

function JoinFields({
  name,
  onChange,
}: {
  name: string
  onChange: (value: { name: string; message: string }) => void
}) {
  const [values, setValues] = useState({ name, message: '' })
  const change = (part: Partial<typeof values>) => {
    const next = { ...values, ...part }
    setValues(next)
    onChange(next)
  }
  return (
    <>
      <label htmlFor="join-name">{tr('姓名')}</label>
      <Input id="join-name" value={values.name} maxLength={40} onChange={(e) => change({ name: e.target.value })} />
      <label htmlFor="join-message">{tr('说明')}</label>
      <Input.TextArea
        id="join-message"
        rows={3}
        maxLength={200}
        showCount
        placeholder={tr('如：所在部门、岗位')}
        onChange={(e) => change({ message: e.target.value })}
      />
    </>
  )
}
