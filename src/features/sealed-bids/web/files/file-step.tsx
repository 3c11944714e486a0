import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { BID_FILE_ROLES, BidFileType, type BidFileRole, ReviewModel } from '#features/procurement/rules/enums.ts'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import type { DraftFile } from '../draft.ts'
import type { Room } from '../room.ts'
import { ACCEPT, fileProblem } from './file-check.ts'

type Role = BidFileRole

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
  const isDouble = room.reviewModel === ReviewModel.values.double
  const envelopes = isDouble ? BidFileType.options.map(({ value }) => value) : [null]
  return (
    <>
      <p>
        文件保存在本机浏览器，提交时先在本机加密，平台收到的只有密文。文件名在开标前平台可见，请勿在其中写报价等内容。
      </p>
      {envelopes.map((envelope) => (
        <div key={envelope} className="kb-below-16">
          {isDouble && (
            <p className="kb-size-13 kb-below-8 kb-soft">
              <b className="kb-after-8 kb-plain">
                第{envelope === 1 ? '一' : '二'}信封：{BidFileType.label(envelope)}
              </b>
              {envelope === 1
                ? '商务开标时开启。其中任何文件都不得出现报价，否则投标会被否决。'
                : '报价单自动放入本信封；第一阶段评审通过的，报价开标时才开启，未通过的始终不开启。'}
            </p>
          )}
          <div className="kb-tiles kb-gap-12">
            {rolesOf(room, envelope).map((role) => (
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
        </div>
      ))}
      {files.length > 0 && (
        <p className="kb-muted">
          共 {files.length} 个文件，{formatSize(total)}
        </p>
      )}
    </>
  )
}

/** Technical and commercial documents always, others where the order asks for them; of one envelope, if there are two. */
function rolesOf(room: Room, envelope: number | null): Role[] {
  return (Object.keys(BID_FILE_ROLES) as Role[]).filter((role) => {
    const isUsual = role === 'technical' || role === 'business'
    if (!isUsual && !room.bidFiles.some((file) => file.role === role)) return false
    return envelope === null || BID_FILE_ROLES[role].envelope === envelope
  })
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
      className={over ? 'bid-drop kb-box kb-relative bid-drop-over' : 'bid-drop kb-box kb-relative'}
      aria-label={BID_FILE_ROLES[role].label}
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
      <h3 className="kb-flex kb-gap-12 kb-flat kb-base kb-wrap kb-below-4">
        {BID_FILE_ROLES[role].label}
        {asked.length > 0 && (
          <small>须提供：{asked.map((file) => `${file.name}${file.required ? '' : '（选交）'}`).join('、')}</small>
        )}
      </h3>
      {own.length > 0 && (
        <ul className="kb-files">
          {own.map((file) => (
            <li key={file.id}>
              <span className="kb-shrink kb-break">{file.name}</span>
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
        <div className="kb-row kb-gap-12 kb-tight kb-wrap kb-size-13 kb-above-8">
          <input
            ref={input}
            className="kb-upload-input"
            type="file"
            multiple
            tabIndex={-1}
            accept={ACCEPT}
            aria-label={`选择${BID_FILE_ROLES[role].label.replace(/文件$/, '')}文件`}
            onChange={(event) => choose(event.target.files)}
          />
          <Button onClick={() => input.current?.click()}>选择文件</Button>
          <span className="kb-muted">或拖到这里；PDF、DOCX，可多个</span>
        </div>
      )}
    </section>
  )
}
