import type { Field, FormSection } from '#web/kit/form-fields.tsx'
import { CompanyType } from '#contract/company-type.ts'
import { CreditCodeInput, IdentityInput, WorkbenchChoice } from './certificate-controls.tsx'
import { DOCUMENT_FIELDS } from './certificate-values.ts'

const ACCEPT = '.pdf,.png,.jpg,.jpeg'
const isPerson = (values: Record<string, unknown>) => values.companyType === 4
const isCompany = (values: Record<string, unknown>) => !isPerson(values)

/** The application form. A change has no choice of workbenches: these have applications of their own. */
export function certificateSections({ isChange }: { isChange: boolean }): FormSection[] {
  const documents: Field[] = DOCUMENT_FIELDS.map(({ companyType, name, label }) => ({
    kind: 'files',
    name,
    label,
    use: 'company-document',
    most: 5,
    accept: ACCEPT,
    when: (values) => (values.companyType ?? 1) === companyType,
  }))
  return [
    {
      title: '主体信息',
      hint: '请与证照保持一致；名称、代码、法定代表人以后变更须重新审核。',
      fields: [
        {
          kind: 'radio',
          name: 'companyType',
          label: '企业类型',
          required: true,
          options: CompanyType.options,
          wide: true,
        },
        {
          kind: 'custom',
          name: 'socialCreditCode',
          label: '统一社会信用代码',
          required: true,
          placeholder: '请输入18位统一社会信用代码',
          when: isCompany,
          control: <CreditCodeInput lookUp={!isChange} />,
        },
        {
          kind: 'text',
          name: 'companyName',
          label: '名称',
          required: true,
          maxLength: 100,
          placeholder: '请输入证照上的名称（自然人为姓名）',
        },
        {
          kind: 'text',
          name: 'legalPerson',
          label: '法定代表人（经营者）',
          required: true,
          maxLength: 40,
          when: isCompany,
        },
        {
          kind: 'custom',
          name: 'identityNumber',
          label: '身份证号码',
          required: true,
          placeholder: '请输入18位身份证号码',
          help: '法定代表人、经营者或自然人本人的公民身份号码，仅供平台审核，其他企业不可见',
          control: <IdentityInput />,
        },
        { kind: 'text', name: 'registeredAddress', label: '注册地址', maxLength: 200, when: isCompany },
        { kind: 'amount', name: 'registeredCapital', label: '注册资本', when: isCompany },
        { kind: 'day', name: 'establishedOn', label: '成立日期', when: isCompany },
        { kind: 'area', name: 'businessScope', label: '经营范围', rows: 3, when: isCompany },
      ],
    },
    ...(isChange
      ? []
      : [
          {
            title: '申请的工作台',
            hint: '采购人：企业、事业单位；代理机构：企业；供应商：各类主体。认证后还可以在“服务开通”中增加。',
            fields: [
              {
                kind: 'custom',
                name: 'workbenches',
                label: '工作台',
                required: true,
                placeholder: '请选择申请的工作台',
                wide: true,
                control: <WorkbenchChoice />,
              } satisfies Field,
            ],
          },
        ]),
    {
      title: '联系人',
      hint: '审核结果将以短信通知联系人。',
      fields: [
        { kind: 'text', name: 'contactName', label: '联系人', required: true, maxLength: 40 },
        { kind: 'text', name: 'contactMobile', label: '手机号码', required: true, type: 'tel', maxLength: 11 },
        { kind: 'text', name: 'contactEmail', label: '邮箱', type: 'email' },
      ],
    },
    {
      title: '证明资料',
      hint: '支持 PDF、PNG、JPG，单个文件不超过 20 MB。资料只有平台审核人员可以查看。',
      fields: documents,
    },
  ]
}
