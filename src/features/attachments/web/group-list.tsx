import { type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '#web/call.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { formatSize } from '#web/kit/file-list.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useAction } from '#web/use-call.ts'
import { zipAttachments } from '../contract/downloads.ts'
import {
  type AttachmentGroup,
  createGroup,
  deleteGroup,
  groupAttachments,
  groupPage,
  renameGroup,
} from '../contract/groups.ts'
import { telling } from '#web/take-file.ts'

/** The company's groups of attachments: made, opened, renamed, packed, dissolved. */
export function GroupList({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const create = useAction(createGroup, { success: '已新建分组' })
  const rename = useAction(renameGroup, { success: '已重命名' })
  const dissolve = useAction(deleteGroup, { success: '已解散，附件仍在“附件”中' })
  const zip = useAction(zipAttachments, {
    success: '已开始打包，完成后在“下载任务”中下载',
    onDone: () => void navigate('/download-management'),
  })
  const pack = async ({ groupId, name }: AttachmentGroup) => {
    const files = await call(groupAttachments, { params: { id: groupId } })
    const body = { name: name || '附件分组', attachmentIds: files.map((file) => file.attachmentId) }
    await zip.run({ body })
  }
  return (
    <ListScreen
      title="附件分组"
      endpoint={groupPage}
      rowKey={(row) => row.groupId}
      filters={[{ kind: 'text', name: 'keyword', label: '分组名称' }]}
      primary={{
        label: '新建分组',
        onClick: () => askText({ title: '新建附件分组', ...NAME, run: (name) => create.run({ body: { name } }) }),
      }}
      columns={[
        {
          key: 'name',
          title: '分组',
          value: (row) => groupLabel(row),
          render: (row) => (
            <Link className="kb-block kb-break" to={groupAddress(row.groupId)}>
              {groupLabel(row)}
            </Link>
          ),
        },
        { key: 'count', title: '附件数', width: 90, align: 'right', value: (row) => row.count },
        { key: 'size', title: '大小', width: 100, value: (row) => (row.count > 0 ? formatSize(row.size) : '—') },
        { key: 'maker', title: '创建人', width: 110, value: (row) => row.makerName },
        { key: 'created', title: '创建时间', kind: 'time', width: 140, value: (row) => row.createdAt },
      ]}
      rowActions={(row) => [
        { label: '查看附件', to: groupAddress(row.groupId) },
        row.count > 0 && { label: '预览', to: `/hall/file/preview?groupId=${row.groupId}` },
        row.count > 0 && { label: '打包下载', onClick: () => telling(() => pack(row)) },
        row.mayChange && {
          label: '重命名',
          onClick: () =>
            askText({
              title: '重命名分组',
              ...NAME,
              initial: row.name,
              run: (name) => rename.run({ params: { id: row.groupId }, body: { name } }),
            }),
        },
        row.mayChange && {
          label: '解散',
          danger: true,
          confirm: `解散「${groupLabel(row)}」后，其中 ${row.count} 个附件不再属于任何分组，文件本身不会删除。`,
          onClick: () => dissolve.run({ params: { id: row.groupId } }),
        },
      ]}
      empty={{ title: '还没有附件分组', hint: '把同一件事的附件放进一个分组，便于同事查找，也可以整组打包下载' }}
    >
      {children}
    </ListScreen>
  )
}

export function groupLabel({ name }: Pick<AttachmentGroup, 'name'>): string {
  return name || '未命名分组'
}

function groupAddress(groupId: string): string {
  return `/download-management?view=files&groupId=${groupId}`
}

const NAME = { label: '分组名称', least: 1, most: 100, rows: 1, placeholder: '例如：设备验收资料' }
