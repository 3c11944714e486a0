import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import type { DraftFile } from '../draft.ts'
import type { Room } from '../room.ts'
import { ACCEPT, fileProblem } from './file-check.ts'

const ROLES = { technical: '技术标', business: '商务标' } as const
type Role = keyof typeof ROLES

interface FileStepProps {
  room: Room
  files: DraftFile[]
  disabled: boolean
  onAdd: (role: Role, files: File[]) => void
  onRemove: (id: string) => void
}

/** Step two: technical and commercial documents, dropped or chosen, each with its hash. */
export function FileStep({ room, files, disabled, onAdd, onRemove }: FileStepProps) {
  const total = files.reduce((sum, file) => sum + file.size, 0)
  return (
    <>
      <p className="bid-local">
        文件保存在本机浏览器，提交时先在本机加密，平台收到的只有密文。文件名在开标前平台可见，请勿在其中写报价等内容。
      </p>
      <div className="bid-drops">
        {(['technical', 'business'] as const).map((role) => (
          <RoleFiles
            key={role}
            role={role}
            room={room}
            all={files}
            disabled={disabled}
            onAdd={onAdd}
            onRemove={onRemove}
          />
        ))}
      </div>
      {files.length > 0 && (
        <p className="kb-muted">
          共 {files.length} 个文件，{formatSize(total)}
        </p>
      )}
    </>
  )
}

interface RoleFilesProps extends Omit<FileStepProps, 'files'> {
  role: Role
  all: DraftFile[]
}

function RoleFiles({ role, room, all, disabled, onAdd, onRemove }: RoleFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [problems, setProblems] = useState<string[]>([])
  const own = all.filter((file) => file.role === role)
  const asked = room.bidFiles.filter((file) => file.role === role)
  const choose = (chosen: ArrayLike<File> | null) => {
    const good: File[] = []
    const wrong: string[] = []
    for (const file of Array.from(chosen ?? [])) {
      const problem = fileProblem(file, { room, files: [...all, ...good] })
      if (problem) wrong.push(problem)
      else good.push(file)
    }
    if (input.current) input.current.value = ''
    setProblems(wrong)
    if (good.length > 0) onAdd(role, good)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way; the button is the first
    <section
      className={over ? 'bid-drop bid-drop-over' : 'bid-drop'}
      aria-label={ROLES[role]}
      onDragOver={(event) => {
        event.preventDefault()
        if (!disabled) setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled) choose(event.dataTransfer.files)
      }}
    >
      <h3>
        {ROLES[role]}
        {asked.length > 0 && (
          <small>须提供：{asked.map((file) => `${file.name}${file.required ? '' : '（选交）'}`).join('、')}</small>
        )}
      </h3>
      {own.length > 0 && (
        <ul className="kb-files">
          {own.map((file) => (
            <li key={file.id}>
              <span className="kb-file-name">{file.name}</span>
              <span className="kb-muted">{formatSize(file.size)}</span>
              {file.sha256 ? <Fingerprint hex={file.sha256} /> : <span className="kb-muted">计算哈希…</span>}
              {!disabled && (
                <Button
                  type="text"
                  size="small"
                  danger
                  aria-label={`移除 ${file.name}`}
                  onClick={() => onRemove(file.id)}
                >
                  移除
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <Alert key={problem} type="error" showIcon title={problem} />
      ))}
      {!disabled && (
        <div className="bid-drop-add">
          <input
            ref={input}
            className="kb-upload-input"
            type="file"
            multiple
            tabIndex={-1}
            accept={ACCEPT}
            aria-label={`选择${ROLES[role]}文件`}
            onChange={(event) => choose(event.target.files)}
          />
          <Button onClick={() => input.current?.click()}>选择文件</Button>
          <span className="kb-muted">或拖到这里；PDF、DOCX，可多个</span>
        </div>
      )}
    </section>
  )
}
