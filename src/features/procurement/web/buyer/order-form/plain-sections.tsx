import { Form } from 'antd'
import { Exact, formatAmount } from '#contract/money.ts'
import { FormFields } from '#web/kit/form-fields.tsx'
import { SUITES } from '../../../rules/enums.ts'
import { FormSection } from './form-section.tsx'
import type { ProjectDetail } from './values.ts'
import { REVIEW_METHODS } from './review-terms.ts'
import { RowList } from './row-list.tsx'

const SUITE_OPTIONS = Object.entries(SUITES).map(([value, label]) => ({ value, label }))

/** Title, lot, amounts, place. */
export function BasicSection({ project }: { project: ProjectDetail }) {
  const counts = new Map<number, number>()
  for (const line of project.lines) counts.set(line.lotNo, (counts.get(line.lotNo) ?? 0) + 1)
  const lots = [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([value, n]) => ({ value, label: `标段 ${value}（清单 ${n} 行）` }))
  return (
    <FormSection id="basic" title="基本信息">
      <FormFields
        fields={[
          { kind: 'text', name: 'title', label: '项目（标段）名称', required: true, wide: true },
          {
            kind: 'select',
            name: 'lotNo',
            label: '采购清单标段',
            options: lots.length > 0 ? lots : [{ value: 1, label: '标段 1（尚无清单）' }],
            ...(lots.length > 0 ? {} : { help: '发布前须在项目中导入采购清单' }),
          },
          { kind: 'select', name: 'reviewMethod', label: '评标办法', required: true, options: REVIEW_METHODS },
          {
            kind: 'amount',
            name: 'estimatedPrice',
            label: '估算价',
            required: true,
            help: `项目预算 ${formatAmount(project.budget)} 元`,
          },
          { kind: 'amount', name: 'controlPrice', label: '最高限价', help: '不设限价可留空' },
          { kind: 'amount', name: 'bond', label: '投标保证金', help: <BondLimit /> },
          { kind: 'amount', name: 'documentFee', label: '招标文件费用' },
          { kind: 'text', name: 'place', label: '开标地点', maxLength: 200 },
          { kind: 'integer', name: 'decryptMinutes', label: '解密时限', min: 10, max: 480, unit: '分钟' },
          { kind: 'radio', name: 'suite', label: '投标文件加密算法', wide: true, options: SUITE_OPTIONS },
          { kind: 'area', name: 'settings.delivery', label: '交货（服务、工期）要求', rows: 2 },
          { kind: 'area', name: 'settings.paymentTerms', label: '付款条件', rows: 2 },
        ]}
      />
    </FormSection>
  )
}

/** 2 % of the estimate, the most a bond may be (实施条例 §26). */
function BondLimit() {
  const estimated = Form.useWatch<string | undefined>('estimatedPrice')
  if (!estimated || !/^\d+(\.\d{1,2})?$/.test(estimated)) return '不超过估算价的 2%'
  return `不超过估算价的 2%，即 ${formatAmount(new Exact(estimated).times('0.02').toFixed(2, Exact.ROUND_DOWN))} 元`
}

/** What a supplier hands in to be admitted. */
export function QualificationSection() {
  return (
    <FormSection id="qualification" title="资格要求" hint="供应商报名时须提交的证明材料，由采购人审核后方可投标。">
      <RowList
        name={['settings', 'qualifications']}
        blank={{ name: '', required: true }}
        addLabel="增加材料"
        most={30}
        columns={[
          { name: 'name', title: '材料名称', kind: 'text', placeholder: '如：营业执照副本' },
          { name: 'required', title: '必须提交', kind: 'check', width: 96 },
        ]}
      />
    </FormSection>
  )
}

/** What a bid consists of, and what of it is read out. */
export function BidFilesSection() {
  return (
    <FormSection id="bid-files" title="投标文件要求" hint="除按采购清单填写的报价单外，投标人须上传的加密文件。">
      <RowList
        name={['settings', 'bidFiles']}
        blank={{ role: 'technical', name: '', required: true }}
        addLabel="增加文件"
        most={10}
        columns={[
          { name: 'name', title: '文件名称', kind: 'text', placeholder: '如：技术标文件' },
          {
            name: 'role',
            title: '类别',
            kind: 'select',
            width: 140,
            options: [
              { value: 'technical', label: '技术标' },
              { value: 'business', label: '商务标' },
            ],
          },
          { name: 'required', title: '必须提交', kind: 'check', width: 96 },
        ]}
      />
      <h3 className="buyer-subhead">唱标内容</h3>
      <p className="kb-section-hint">开标时除投标总价外一并公布的内容。</p>
      <RowList
        name={['settings', 'marks']}
        blank={{ name: '', unit: null }}
        addLabel="增加唱标项"
        most={10}
        columns={[{ name: 'name', title: '唱标项', kind: 'text', placeholder: '如：工期（日历天）' }]}
      />
    </FormSection>
  )
}

/** The tender documents themselves. */
export function DocumentSection() {
  const accept = '.pdf,.docx,.xlsx,.zip,.png,.jpg,.jpeg'
  return (
    <FormSection id="files" title="招标文件" hint="发布后报名审核通过的供应商可以获取；每份文件的指纹写入公告。">
      <FormFields
        fields={[
          { kind: 'files', name: 'documents', label: '招标文件', use: 'tender-document', most: 20, accept },
          {
            kind: 'files',
            name: 'attachments',
            label: '附件（图纸、格式等）',
            use: 'tender-document',
            most: 30,
            accept,
          },
        ]}
      />
    </FormSection>
  )
}
