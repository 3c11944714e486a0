import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { CallAnswer } from '#web/kit/call-answer.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { basicInfo, businessInfo, companyOneself, workbenchProfile } from '../contract/company.ts'
import { rulesOf } from '../rules/company-types.ts'
import { CompanyType } from '#contract/company-type.ts'
import { BusinessType, CompanyScale } from '../rules/enums.ts'
import { SERVICES } from '../rules/services.ts'
import { BasicInfoForm } from './basic-info-form.tsx'
import { CERTIFICATE } from './words.ts'

/** Who the company is: certified facts, basic information, workbenches. */
export function Screen() {
  const navigate = useNavigate()
  const { rights } = useSession()
  const query = useCall(companyOneself)
  const [editing, setEditing] = useState(false)
  const keeps = rights.has('businessManagement')
  return (
    <DetailScreen query={query}>
      {(company) => ({
        title: company.companyName,
        status: (
          <StatusTag
            label={company.isCertified ? '已认证' : '未认证'}
            tone={company.isCertified ? 'success' : 'warning'}
          />
        ),
        facts: [
          CompanyType.label(company.companyType),
          company.socialCreditCode,
          company.certifiedAt && `${formatDate(company.certifiedAt)} 认证`,
        ],
        extra: keeps && (
          <>
            <Button onClick={() => void navigate('/enterprise/certificate/process')}>认证记录</Button>
            <PrimaryButton label="变更认证信息" to={`${CERTIFICATE}/edit`} />
          </>
        ),
        sections: [
          { key: 'business', title: '认证信息', content: <Business /> },
          {
            key: 'basic',
            title: '基本信息',
            extra: keeps && !editing && (
              <Button size="small" onClick={() => setEditing(true)}>
                编辑
              </Button>
            ),
            content: editing ? <BasicInfoForm onDone={() => setEditing(false)} /> : <Basic />,
          },
          { key: 'workbenches', title: '工作台', content: <Workbenches /> },
        ],
      })}
    </DetailScreen>
  )
}

function Business() {
  return (
    <CallAnswer of={businessInfo}>
      {(info) => {
        const rules = rulesOf(info.companyType)
        return (
          <FieldList
            items={[
              { label: rules.nameLabel, value: info.companyName },
              info.socialCreditCode && { label: '信用代码', value: info.socialCreditCode },
              info.socialCreditCode && { label: rules.personLabel, value: info.legalPerson },
              { label: '身份证号码', value: info.identityNumber },
              { label: '注册资本', value: info.registeredCapital && `${formatAmount(info.registeredCapital)} 元` },
              { label: '成立日期', value: info.establishedOn },
              { label: '注册地址', value: info.registeredAddress },
              { label: '联系人', value: [info.contactName, info.contactMobile].filter(Boolean).join(' ') },
              { label: '经营范围', value: info.businessScope, wide: true },
            ]}
          />
        )
      }}
    </CallAnswer>
  )
}

function Basic() {
  return (
    <CallAnswer of={basicInfo}>
      {(info) => (
        <FieldList
          items={[
            { label: '简称', value: info.acronyms },
            { label: '规模', value: CompanyScale.label(info.scale) },
            info.companyType === 2
              ? { label: '单位类别', value: info.institutionCategory }
              : { label: '经营类型', value: BusinessType.label(info.businessType) },
            { label: '所属行业', value: info.industry },
            info.companyType === 1 && { label: '所有制形式', value: info.ownership },
            { label: '联系电话', value: info.phone },
            { label: '网址', value: info.website },
            { label: '办公地址', value: info.address },
            { label: '简介', value: info.introduction, wide: true },
          ]}
        />
      )}
    </CallAnswer>
  )
}

function Workbenches() {
  const labelOf = (code: string) => SERVICES.find((service) => service.code === code)?.label ?? code
  return (
    <CallAnswer of={workbenchProfile}>
      {(rows) => (
        <DataTable
          label="工作台"
          rows={rows}
          rowKey={(r) => r.workbench}
          columns={[
            { key: 'label', title: '工作台', width: 140, value: (r) => r.label },
            {
              key: 'state',
              title: '状态',
              width: 110,
              render: (r) => (
                <StatusTag label={r.isCertified ? '已开通' : '未开通'} tone={r.isCertified ? 'success' : 'neutral'} />
              ),
            },
            { key: 'people', title: '可进入的员工', kind: 'number', width: 120, value: (r) => r.people },
            {
              key: 'functions',
              title: '平台功能',
              value: (r) => (r.isCertified ? r.functions.map(labelOf).join('、') : ''),
            },
          ]}
        />
      )}
    </CallAnswer>
  )
}
