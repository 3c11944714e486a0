import { BID_FILE_ROLES, BidFileType, type BidFileRole, ReviewModel } from '#features/procurement/rules/enums.ts'
import { formatSize } from '#web/kit/file-list.tsx'
import type { DraftFile } from '../draft.ts'
import type { Room } from '../room.ts'
import { FileTile } from './file-tile.tsx'

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

function RoleFiles({ role, room, all, onAdd, ...rest }: RoleFilesProps) {
  const asked = room.bidFiles.filter((file) => file.role === role)
  const { label } = BID_FILE_ROLES[role]
  return (
    <FileTile
      title={label}
      kind={label.replace(/文件$/, '')}
      hint={
        asked.length > 0 &&
        `须提供：${asked.map((file) => `${file.name}${file.required ? '' : '（选交）'}`).join('、')}`
      }
      room={room}
      all={all}
      own={all.filter((file) => file.role === role)}
      onAdd={(files) => onAdd(role, files)}
      {...rest}
    />
  )
}
