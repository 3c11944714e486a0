import './avatar.css'

export interface AvatarHost {
  name: string
  look: 'woman' | 'man' | 'seal'
}

/** The digital host as it is seen: a picture of the own, or one drawn here. */
export function HostPicture({
  host,
  picture,
  speaking = false,
}: {
  host: AvatarHost
  /** Address of the own picture; null: drawn by `look`. */
  picture: string | null
  speaking?: boolean
}) {
  const name = host.name || '数字主持人'
  return (
    <figure
      className={
        speaking
          ? 'kb-digital-host kb-size-13 kb-fixed kb-text-centre kb-digital-host-speaking'
          : 'kb-digital-host kb-size-13 kb-fixed kb-text-centre'
      }
    >
      {picture ? (
        <img src={picture} alt={name} />
      ) : (
        <svg viewBox="0 0 96 96" role="img" aria-label={name}>
          <rect width="96" height="96" rx="12" fill="#e8f1fd" />
          {host.look === 'seal' ? <Seal /> : <Person woman={host.look === 'woman'} speaking={speaking} />}
        </svg>
      )}
      <figcaption>{name}</figcaption>
    </figure>
  )
}

function Person({ woman, speaking }: { woman: boolean; speaking: boolean }) {
  return (
    <g>
      {woman && <path d="M26 46c0-18 10-26 22-26s22 8 22 26c0 12-2 20-4 24H30c-2-4-4-12-4-24z" fill="#2b3a52" />}
      <path d="M14 96c2-18 14-25 34-25s32 7 34 25z" fill="#1f3f73" />
      <path d="M40 72l8 10 8-10-3-6H43z" fill="#fff" />
      <path d="M45 80h6l2 16H43z" fill="#b3392f" />
      <ellipse cx="48" cy="48" rx="16" ry="19" fill="#f3d3b8" />
      {woman ? (
        <path d="M32 46c0-14 7-21 16-21s16 7 16 21c-4-3-6-8-7-12-6 6-17 7-25 12z" fill="#2b3a52" />
      ) : (
        <path d="M31 44c-1-14 7-20 17-20s18 6 17 20c-2-4-3-8-5-10-8 2-16 2-24 0-2 2-4 6-5 10z" fill="#2b3a52" />
      )}
      <circle cx="41.5" cy="47" r="1.8" fill="#22304a" />
      <circle cx="54.5" cy="47" r="1.8" fill="#22304a" />
      {speaking ? (
        <ellipse cx="48" cy="58" rx="4" ry="3" fill="#a8453a" />
      ) : (
        <path d="M43 57c3 3 7 3 10 0" fill="none" stroke="#a8453a" strokeWidth="1.8" strokeLinecap="round" />
      )}
    </g>
  )
}

function Seal() {
  return (
    <g>
      <circle cx="48" cy="48" r="30" fill="none" stroke="#b3392f" strokeWidth="4" />
      <text x="48" y="61" fontSize="36" fontWeight="700" textAnchor="middle" fill="#b3392f">
        标
      </text>
    </g>
  )
}
