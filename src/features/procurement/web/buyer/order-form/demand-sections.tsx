import { Form } from 'antd'
import { BID_FILE_ROLES, BidFileType, ReviewModel } from '../../../rules/enums.ts'
import { useBuyer } from '../use-buyer.ts'
import { FormSection } from './form-section.tsx'
import { RowList } from './row-list.tsx'

/** What a supplier hands in to be admitted. */
export function QualificationSection() {
  const { say } = useBuyer()
  return (
    <FormSection
      id="qualification"
      title="资格要求"
      hint={say('报名时须提交的证明材料，由{client}审核，通过后方可参加。')}
    >
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

const MARK_TYPES = [
  { value: 3, label: '投标保证金' },
  { value: 4, label: '其他' },
]
const MARK_UNITS = [
  { value: 1, label: '元' },
  { value: 2, label: '万元' },
  { value: 3, label: '%' },
]

/** What a bid consists of, and what of it is read out. */
export function BidFilesSection() {
  const isDouble = Form.useWatch<number | undefined>('reviewModel') === ReviewModel.values.double
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
            options: Object.entries(BID_FILE_ROLES).map(([value, { label }]) => ({ value, label })),
          },
          { name: 'required', title: '必须提交', kind: 'check', width: 96 },
        ]}
      />
      <h3 className="buyer-subhead">唱标内容</h3>
      <p className="kb-section-hint kb-hint">
        开标时除投标总价外一并公布的内容。
        {isDouble && '放入商务及技术信封的在商务开标时公布；报价性质的内容（金额、费率，保证金除外）只能放入报价信封。'}
      </p>
      <RowList
        name={['settings', 'marks']}
        blank={{ name: '' }}
        addLabel="增加唱标项"
        most={10}
        columns={[
          { name: 'name', title: '唱标项', kind: 'text', placeholder: '如：工期（日历天）' },
          { name: 'type', title: '类型', kind: 'select', width: 120, placeholder: '其他', options: MARK_TYPES },
          { name: 'unit', title: '单位', kind: 'select', width: 110, placeholder: '无', options: MARK_UNITS },
          ...(isDouble
            ? [
                {
                  name: 'envelope',
                  title: '所在信封',
                  kind: 'select' as const,
                  width: 170,
                  placeholder: '报价信封',
                  options: BidFileType.options,
                },
              ]
            : []),
        ]}
      />
    </FormSection>
  )
}
