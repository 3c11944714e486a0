import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { formatSize } from '#web/kit/file-list.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import {
  accessUrl,
  type Attachment,
  attachmentPage,
  attachmentPolicy,
  deleteAttachment,
  uploadForm,
} from '../contract/attachments.ts'
import { zipAttachments } from '../contract/downloads.ts'
import { groupPage } from '../contract/groups.ts'
import { isPdf, isPicture, officeKind } from '../rules.ts'
import { groupLabel } from './group-list.tsx'
import { showHistory } from './history-dialog.tsx'
import { previewAddress } from './preview-address.ts'
import { takeFile, telling } from '#web/take-file.ts'
import { useMoving } from './use-moving.tsx'
import { askWatermark } from './watermark-dialog.tsx'

const ACCEPT = '.pdf,.docx,.xlsx,.zip,.png,.jpg,.jpeg,.webp'

/** The company's attachments: upload, look, mark, take, delete. */
export function AttachmentList({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState('')
  const [search] = useSearchParams()
  const groups = useCall(groupPage, { query: { pageSize: 100 } }).data?.rows ?? []
  const chosen = search.get('groupId') ?? ''
  // What is uploaded while one looks at a group goes into it.
  const into = groups.find((group) => group.groupId === chosen)
  const moving = useMoving(groups)
  const remove = useAction(deleteAttachment, { success: '已删除' })
  const zip = useAction(zipAttachments, {
    success: '已开始打包，完成后在“下载任务”中下载',
    onDone: () => void navigate('/download-management'),
  })
  const upload = async (files: readonly File[]) => {
    for (const file of files) {
      setSending(file.name)
      if (await telling(() => send(file, into?.groupId))) toast.success(`${file.name} 已上传`)
    }
    setSending('')
    if (input.current) input.current.value = ''
  }
  return (
    <ListScreen
      title="附件"
      endpoint={attachmentPage}
      rowKey={(row) => row.attachmentId}
      exportAs="附件"
      filters={[
        { kind: 'text', name: 'keyword', label: '文件名称' },
        {
          kind: 'select',
          name: 'groupId',
          label: '分组',
          options: [
            ...groups.map((group) => ({ value: group.groupId, label: groupLabel(group) })),
            { value: 'none', label: '未分组' },
          ],
        },
      ]}
      secondary={
        <>
          <input
            ref={input}
            className="kb-upload-input"
            type="file"
            aria-label="上传附件"
            tabIndex={-1}
            multiple
            accept={ACCEPT}
            onChange={(event) => void upload([...(event.target.files ?? [])])}
          />
          <Button type="primary" loading={sending !== ''} onClick={() => input.current?.click()}>
            {sending ? '上传中' : into ? '上传到此分组' : '上传附件'}
          </Button>
        </>
      }
      columns={[
        {
          key: 'name',
          title: '文件',
          value: (row) => row.name,
          render: (row) =>
            row.convertible ? (
              <Link className="kb-block kb-break" to={previewAddress(row.attachmentId)}>
                {row.name}
              </Link>
            ) : (
              <span className="kb-block kb-break">{row.name}</span>
            ),
        },
        { key: 'type', title: '类型', width: 90, value: (row) => typeLabel(row.mime) },
        { key: 'size', title: '大小', width: 100, value: (row) => formatSize(row.size) },
        {
          key: 'group',
          title: '分组',
          width: 150,
          value: (row) => (row.groupId ? groupLabel({ name: row.groupName }) : '—'),
        },
        { key: 'uploader', title: '上传人', width: 110, value: (row) => row.uploaderName },
        { key: 'created', title: '上传时间', kind: 'time', width: 140, value: (row) => row.createdAt },
      ]}
      rowActions={(row) => [
        row.convertible && { label: '预览', to: previewAddress(row.attachmentId) },
        {
          label: '下载',
          onClick: () => telling(async () => takeFile(await call(accessUrl, { params: { id: row.attachmentId } }))),
        },
        row.convertible && { label: '水印副本', onClick: () => askWatermark(row) },
        { label: '下载记录', onClick: () => showHistory(row) },
        { label: row.groupId ? '移到其他分组' : '移入分组', onClick: () => moving.putInto([row.attachmentId]) },
        row.groupId !== null && { label: '移出分组', onClick: () => moving.takeOut([row.attachmentId]) },
        row.mayDelete && {
          label: '删除',
          danger: true,
          confirm: `删除「${row.name}」后不能恢复。`,
          onClick: () => remove.run({ params: { id: row.attachmentId } }),
        },
      ]}
      batch={[
        { label: '移入分组', run: async (rows) => moving.putInto(rows.map((row) => row.attachmentId)) },
        {
          label: '打包下载',
          run: async (rows) => {
            const attachmentIds = rows.map((row) => row.attachmentId)
            const name = rows.length === 1 ? rows[0]!.name.replace(/\.[^.]+$/, '') : `附件（${rows.length} 个）`
            await zip.run({ body: { name, attachmentIds } })
          },
        },
      ]}
      empty={{
        title: '还没有附件',
        hint: '上传的附件归本企业所有，同事可以查看；支持 PDF、Word、Excel、图片和 ZIP，单个不超过 100 MB',
      }}
    >
      {children}
    </ListScreen>
  )
}

async function send(file: File, groupId?: string): Promise<Attachment> {
  const body = { fileName: file.name, size: file.size, ...(groupId ? { groupId } : {}) }
  const { fields } = await call(attachmentPolicy, { body })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return call(uploadForm, { body: form as never })
}

function typeLabel(mime: string): string {
  if (isPdf(mime)) return 'PDF'
  if (isPicture(mime)) return '图片'
  const office = officeKind(mime)
  return office === 'docx' ? 'Word' : office === 'xlsx' ? 'Excel' : '压缩包'
}
