import { Link } from 'react-router'
import { formatDate } from '#contract/time.ts'
import { CallAnswer } from '#web/kit/call-answer.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { workbenchAuditStatus } from '../contract/certification.ts'
import { accountInfo, chargeTenant, companyOneself, grayscaleReleases } from '../contract/company.ts'
import { serviceOf } from '../rules/services.ts'
import { workbenchNames } from './words.ts'

const STATES = {
  none: { label: '未开通', tone: 'neutral' },
  pending: { label: '审核中', tone: 'active' },
  passed: { label: '已开通', tone: 'success' },
  rejected: { label: '已驳回', tone: 'danger' },
} as const

/** The person in this company, and the company's account: administrators, workbenches, services, fees. */
export function Screen() {
  const query = useCall(accountInfo)
  return (
    <DetailScreen query={query}>
      {(account) => ({
        title: '账户信息',
        status: (
          <StatusTag label={account.isAdmin ? '企业管理员' : '员工'} tone={account.isAdmin ? 'active' : 'neutral'} />
        ),
        facts: [account.name, account.department, `${formatDate(account.joinedAt)} 加入`],
        sections: [
          {
            key: 'person',
            title: '我的账号',
            extra: <Link to="/personal-centre">个人中心</Link>,
            content: (
              <FieldList
                items={[
                  { label: '账号', value: account.account },
                  { label: '手机号码', value: account.mobile },
                  { label: '邮箱', value: account.email },
                  { label: '部门', value: account.department },
                  { label: '签章人', value: account.isSigner ? '是' : '否' },
                  { label: '权限', value: account.rights.map((right) => right.label).join('、'), wide: true },
                ]}
              />
            ),
          },
          { key: 'company', title: '企业账户', content: <Company /> },
          { key: 'workbenches', title: '工作台', content: <Workbenches /> },
          { key: 'fees', title: '收费平台', content: <Charge /> },
          { key: 'grey', title: '灰度功能', content: <Grey /> },
        ],
      })}
    </DetailScreen>
  )
}

function Company() {
  return (
    <CallAnswer of={companyOneself}>
      {(company) => (
        <FieldList
          items={[
            { label: '企业名称', value: company.companyName },
            { label: '信用代码', value: company.socialCreditCode },
            {
              label: '管理员',
              value: company.administratorInfo.map(({ name, mobile }) => `${name} ${mobile}`).join('、'),
              wide: true,
            },
            {
              label: '已开通服务',
              value: company.permissionInfo.features
                .filter((feature) => feature.value && serviceOf(feature.code)?.kind === 'service')
                .map((feature) => serviceOf(feature.code)?.label ?? feature.code)
                .join('、'),
              wide: true,
            },
            { label: '所属平台', value: company.platformConfig.name },
            { label: '门户', value: <Link to={`/portal/${company.platformConfig.alias}`}>打开门户</Link> },
          ]}
        />
      )}
    </CallAnswer>
  )
}

function Workbenches() {
  return (
    <CallAnswer of={workbenchAuditStatus}>
      {(rows) => (
        <DataTable
          label="工作台"
          rows={rows}
          rowKey={(row) => row.workbench}
          columns={[
            { key: 'label', title: '工作台', width: 140, value: (row) => row.label },
            { key: 'state', title: '状态', width: 110, render: (row) => <StatusTag {...STATES[row.state]} /> },
            {
              key: 'note',
              title: '说明',
              value: (row) =>
                row.state === 'rejected'
                  ? `驳回原因：${row.reason}`
                  : row.state === 'none'
                    ? row.obstacle || '可以申请开通'
                    : '',
            },
          ]}
        />
      )}
    </CallAnswer>
  )
}

function Charge() {
  return (
    <CallAnswer of={chargeTenant}>
      {(tenant) => (
        <p>
          {tenant.name}
          <span className="kb-muted">
            {tenant.isOwn ? '（本平台收取保证金和服务费）' : '（由该平台代收保证金和服务费）'}
          </span>
        </p>
      )}
    </CallAnswer>
  )
}

function Grey() {
  return (
    <CallAnswer of={grayscaleReleases}>
      {(rows) =>
        rows.length === 0 ? (
          <span className="kb-muted">没有向本企业发布的灰度功能</span>
        ) : (
          <FieldList items={rows.map((row) => ({ label: row.name, value: workbenchNames(row.workbenches) }))} />
        )
      }
    </CallAnswer>
  )
}
