import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { reviewPage, REVIEWS, reviewTemplate, reviewVersions, revokeTemplate } from '../contract/templates.ts'
import { type TemplateVersion, TemplateVersions } from './template-versions.tsx'
import { reviewTag } from './words.ts'

type Row = OutputOf<typeof reviewPage>['rows'][number]

/** What companies want to send under their names, and what the platform says of it. */
export function Screen() {
  const [refused, setRefused] = useState<Row | null>(null)
  const [shown, setShown] = useState<Row | null>(null)
  const [revoked, setRevoked] = useState<Pick<Row, 'templateId' | 'name' | 'version'> | null>(null)
  const pass = useAction(reviewTemplate, { success: '已通过' })
  return (
    <>
      <ListScreen
        title="短信模板审核"
        endpoint={reviewPage}
        rowKey={(row) => row.templateId}
        exportAs="短信模板审核"
        tabs={{
          param: 'review',
          tabs: [
            { value: '', label: '全部', countKey: 'all' },
            ...Object.entries(REVIEWS).map(([value, label]) => ({ value, label })),
          ],
        }}
        filters={[{ kind: 'text', name: 'keyword', label: '采购人、模板或正文' }]}
        columns={[
          {
            key: 'name',
            title: '模板',
            width: 240,
            value: (row) => row.name,
            render: (row) => <MainCell code={row.ownerName} title={`${row.name}（第 ${row.version} 版）`} />,
          },
          { key: 'text', title: '签名与正文', value: (row) => `【${row.signature}】${row.text}` },
          { key: 'kind', title: '类型', width: 70, value: (row) => (row.isMarketing ? '营销' : '通知') },
          { key: 'segments', title: '条数', kind: 'number', width: 60, value: (row) => row.segments },
          { key: 'by', title: '提交人', width: 90, value: (row) => row.byName },
          { key: 'at', title: '提交时间', kind: 'time', width: 130, value: (row) => row.changedAt },
          { key: 'reason', title: '说明', width: 160, value: (row) => row.reviewReason },
          {
            key: 'review',
            title: '状态',
            width: 90,
            value: (row) => REVIEWS[row.review],
            render: (row) => <StatusTag {...reviewTag(row.review)} />,
          },
        ]}
        rowActions={(row) => [
          row.review === 'pending' && {
            label: '通过',
            confirm: `通过后，“${row.ownerName}”可将“${row.name}”第 ${row.version} 版以签名【${row.signature}】发给其供应商库中的供应商。`,
            onClick: () =>
              pass.run({
                params: { templateId: row.templateId },
                body: { version: row.version, isPassed: true, reason: '' },
              }),
          },
          row.review === 'pending' && { label: '不通过', danger: true, onClick: () => setRefused(row) },
          row.review === 'passed' && { label: '撤销', danger: true, onClick: () => setRevoked(row) },
          { label: '版本', onClick: () => setShown(row) },
        ]}
        empty={{ title: '没有需要审核的短信模板', hint: '采购人新建或修改短信模板后，在这里审核签名与正文' }}
      />
      {refused && (
        <ActionDialog<typeof reviewTemplate, { reason: string }>
          title={`不通过：${refused.name}`}
          endpoint={reviewTemplate}
          fields={[{ kind: 'area', name: 'reason', label: '原因', required: true, maxLength: 500, wide: true }]}
          input={({ reason }) => ({
            params: { templateId: refused.templateId },
            body: { version: refused.version, isPassed: false, reason: reason ?? '' },
          })}
          hint="原因会告知提交人，修改后作为新版本再次提交审核。"
          okText="不通过"
          danger
          success="已退回"
          onClose={() => setRefused(null)}
        />
      )}
      {shown && (
        <Versions
          template={shown}
          onRevoke={({ version }) => setRevoked({ ...shown, version })}
          onClose={() => setShown(null)}
        />
      )}
      {revoked && (
        <ActionDialog<typeof revokeTemplate, { reason: string }>
          title={`撤销：${revoked.name}（第 ${revoked.version} 版）`}
          endpoint={revokeTemplate}
          fields={[{ kind: 'area', name: 'reason', label: '原因', required: true, maxLength: 500, wide: true }]}
          input={({ reason }) => ({
            params: { templateId: revoked.templateId },
            body: { version: revoked.version, reason: reason ?? '' },
          })}
          hint="撤销后该版本不能再发送：定时和发送中的任务随即停止，已提交给短信通道的无法撤回。原因会告知提交人和任务创建人。"
          okText="撤销"
          danger
          success="已撤销，使用该版本的任务正在停止"
          onClose={() => setRevoked(null)}
        />
      )}
    </>
  )
}

interface VersionsProps {
  template: Row
  onRevoke: (version: TemplateVersion) => void
  onClose: () => void
}

/** Versions before the newest may still be on their way in tasks. */
function Versions({ template: { templateId, name }, onRevoke, onClose }: VersionsProps) {
  const versions = useCall(reviewVersions, { params: { templateId } })
  return (
    <TemplateVersions
      name={name}
      query={versions}
      renderEnd={(one) => (
        <RowActions
          actions={[one.review === 'passed' && { label: '撤销', danger: true, onClick: () => onRevoke(one) }]}
        />
      )}
      onClose={onClose}
    />
  )
}
