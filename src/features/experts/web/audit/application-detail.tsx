import { useParams } from 'react-router'
import { ask } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { EXPERT_KINDS } from '../../contract.ts'
import { applicationDetail, decideApplication } from '../../contract-audit.ts'
import { ApplicationKind, AuditStatus } from '../../rules/enums.ts'
import { APPLICATION_ACTIONS } from '../../rules/extraction-status.ts'
import { AUDIT_TONES } from './application-list.tsx'

/** One application, to be decided. */
export function Screen() {
  const { applicationId = '' } = useParams()
  const params = { applicationId }
  const query = useCall(applicationDetail, { params }, { fresh: 0 })
  const decide = useAction(decideApplication, {
    success: '已审核',
  })
  const act = async (action: string, name: string) => {
    if (action === 'pass') {
      if (await ask({ title: `通过：${name}`, content: '通过后专家进入专家库，可被抽取。' }))
        await decide.run({ params, body: { pass: true } })
      return
    }
    askText({
      title: `不通过：${name}`,
      label: '原因（将告知申请人）',
      run: (reason) => decide.run({ params, body: { pass: false, reason } }),
    })
  }
  return (
    <DetailScreen query={query} back={{ label: '专家审核', to: '/expert/audit' }}>
      {(row) => ({
        title: row.name,
        status: <StatusTag label={AuditStatus.label(row.status)} tone={AUDIT_TONES[row.status] ?? 'neutral'} />,
        facts: [
          ApplicationKind.label(row.kind),
          `申请进入${row.libraryName || '平台专家库'}`,
          row.companyName && `由${row.companyName}提出`,
        ],
        actions: row.mayDecide ? [...APPLICATION_ACTIONS] : [],
        onAction: (action) => act(action, row.name),
        sections: [
          {
            key: 'basic',
            title: '基本信息',
            content: (
              <FieldList
                items={[
                  { label: '手机号码', value: row.mobile },
                  { label: '专家类别', value: EXPERT_KINDS[row.fields.kind] },
                  { label: '职称', value: row.title },
                  { label: '从业起始年份', value: row.fields.since ? String(row.fields.since) : '' },
                  { label: '地区', value: row.place },
                  { label: '工作单位', value: row.employer },
                  { label: '统一社会信用代码', value: row.fields.employerCode },
                  { label: '评审专业', value: row.majorNames.join('、'), wide: true },
                  { label: '申请说明', value: row.statement, wide: true },
                  ...(row.gaps.length > 0 ? [{ label: '审核提示', value: row.gaps.join('；'), wide: true }] : []),
                ]}
              />
            ),
          },
          {
            key: 'files',
            title: '证书',
            content: (
              <FileList
                files={row.files}
                pathOf={(file) => `/api/workbench/expert-applications/${applicationId}/files/${file.fileId}`}
              />
            ),
          },
          {
            key: 'history',
            title: '审核记录',
            content: (
              <DataTable
                label="审核记录"
                rows={[row, ...row.history]}
                rowKey={(one) => one.applicationId}
                columns={[
                  { key: 'at', title: '申请时间', kind: 'time', width: 140, value: (one) => one.appliedAt },
                  { key: 'status', title: '结果', width: 90, value: (one) => AuditStatus.label(one.status) },
                  { key: 'by', title: '审核人', width: 100, value: (one) => one.decidedByName },
                  { key: 'when', title: '审核时间', kind: 'time', width: 140, value: (one) => one.decidedAt },
                  { key: 'reason', title: '意见', value: (one) => one.reason },
                ]}
              />
            ),
          },
        ],
      })}
    </DetailScreen>
  )
}
