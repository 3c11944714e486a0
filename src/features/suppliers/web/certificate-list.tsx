import { FileList } from '#web/kit/file-list.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { NotedTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { certificatePage } from '../contract/certificates.ts'
import { CERTIFICATE_STATES } from '../rules/certificates.ts'
import { PLACES } from '../rules/places.ts'
import { useCertificateActs } from './certificate-dialog.tsx'
import { certificateFiles } from './certificate-table.tsx'
import { certificateTag, tabsOf } from './words.ts'

/** Certificates of all suppliers of the library, expired ones a state of their own. */
export function Screen() {
  const { actions, dialog } = useCertificateActs()
  return (
    <>
      <ListScreen
        title="资质管理"
        endpoint={certificatePage}
        rowKey={(row) => row.certificateId}
        exportAs="供应商资质"
        tabs={{ param: 'state', tabs: tabsOf(CERTIFICATE_STATES) }}
        filters={[{ kind: 'text', name: 'keyword', label: '供应商、资质或编号' }]}
        columns={[
          {
            key: 'supplier',
            title: '供应商',
            value: (row) => row.supplierName,
            render: (row) => <MainCell title={row.supplierName} to={PLACES.detail(row.supplierId)} />,
          },
          {
            key: 'kind',
            title: '资质',
            width: 240,
            value: (row) => `${row.kind}（${row.number}）`,
            render: (row) => <MainCell code={row.number} title={row.kind} />,
          },
          { key: 'issuer', title: '发证机关', width: 180, value: (row) => row.issuer },
          { key: 'until', title: '有效期至', width: 110, value: (row) => row.validUntil ?? '长期' },
          {
            key: 'state',
            title: '状态',
            width: 130,
            value: (row) => certificateTag(row.state).label,
            render: (row) => <NotedTag {...certificateTag(row.state)} notes={daysNote(row)} />,
          },
          {
            key: 'files',
            title: '文件',
            width: 180,
            render: (row) =>
              row.files.length > 0 && <FileList files={row.files} pathOf={certificateFiles(row.certificateId)} />,
          },
        ]}
        rowActions={actions}
        empty={{ title: '还没有登记资质', hint: '在供应商详情中登记，到期前 60、30、7 天提醒本单位和供应商' }}
      />
      {dialog}
    </>
  )
}

function daysNote({ state, daysLeft }: { state: string; daysLeft: number | null }): string[] {
  if (daysLeft === null || state === 'valid') return []
  return [daysLeft < 0 ? `已过期 ${-daysLeft} 天` : daysLeft === 0 ? '今日到期' : `还有 ${daysLeft} 天`]
}
