import { Select } from 'antd'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { useCall } from '#web/use-call.ts'
import { applyForReview, openCompany } from '../contract/company.ts'
import { agentInfo, employeePage } from '../contract/people.ts'

export type Proof = 'bank' | 'review'

interface Values {
  agentEmployeeId: string
  agentIdentity?: string
  letter: { fileId: string }[]
  statement?: string
  bank: string
  branch?: string
  accountNo: string
}

const ACCOUNT: Field[] = [
  { kind: 'text', name: 'bank', label: '开户银行', required: true, maxLength: 60, placeholder: '如：中国工商银行' },
  { kind: 'text', name: 'branch', label: '支行', maxLength: 100 },
  {
    kind: 'text',
    name: 'accountNo',
    label: '银行账号',
    required: true,
    maxLength: 40,
    help: '以企业认证名称开立的对公账户',
  },
]

/** The company applies: who acts for it, the letter, and the account that a small amount is sent to. */
export function ApplyDialog({
  proof,
  company,
  onClose,
}: {
  proof: Proof
  company: { name: string; legalPerson: string }
  onClose: () => void
}) {
  const fields: Field[] = [
    { kind: 'custom', name: 'agentEmployeeId', label: '经办人', required: true, control: <AgentSelect /> },
    {
      kind: 'text',
      name: 'agentIdentity',
      label: '经办人身份证号',
      maxLength: 20,
      help: '已登记身份信息的经办人可不填；加密保存，只显示首尾',
    },
    {
      kind: 'files',
      name: 'letter',
      label: '授权书',
      use: 'e-sign-letter',
      most: 1,
      required: true,
      help: '加盖公章的电子签章开通授权书扫描件',
    },
    ...(proof === 'bank' ? ACCOUNT : []),
    { kind: 'area', name: 'statement', label: '说明', maxLength: 500, rows: 2 },
  ]
  const common = ({ agentEmployeeId, agentIdentity = '', letter, statement = '' }: Values) => ({
    agentEmployeeId,
    letterId: letter[0]!.fileId,
    statement,
    ...(agentIdentity.trim() && { agentIdentity }),
  })
  const dialog = { hint: `${company.name}，法定代表人 ${company.legalPerson}`, fields, onClose }
  return proof === 'bank' ? (
    <ActionDialog
      {...dialog}
      title="小额打款验证开通"
      okText="提交并打款"
      endpoint={openCompany}
      success="已提交，请留意到账金额"
      input={(values: Values) => ({
        body: { ...common(values), bank: values.bank, branch: values.branch ?? '', accountNo: values.accountNo },
      })}
    />
  ) : (
    <ActionDialog
      {...dialog}
      title="申请人工审核开通"
      okText="提交审核"
      endpoint={applyForReview}
      success="已提交，请等待平台审核"
      input={(values: Values) => ({ body: common(values) })}
    />
  )
}

/** One of the company's people, with what is known of the person. */
function AgentSelect({ value, onChange, id }: { value?: string; onChange?: (value: string) => void; id?: string }) {
  const { data } = useCall(employeePage, { query: { pageSize: 100 } })
  const info = useCall(agentInfo, { params: { id: value ?? '' } }, { enabled: value !== undefined, fresh: 60_000 })
  return (
    <>
      <Select
        {...(id !== undefined && { id })}
        className="kb-wide"
        placeholder="请选择本企业员工"
        value={value ?? null}
        onChange={(chosen: string) => onChange?.(chosen)}
        options={(data?.rows ?? []).map((row) => ({ value: row.employeeId, label: `${row.name} ${row.mobile}` }))}
      />
      {value !== undefined && info.data && (
        <p className="kb-note">
          {info.data.identity ? `已登记身份证号 ${info.data.identity}` : '尚未登记身份证号，请填写'}
        </p>
      )}
    </>
  )
}
