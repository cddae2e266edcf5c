import { writeBroadcast, writeFrame, type Broadcast, type Version } from "./frames.ts";

/** Whoever is in a room, as far as the room knows them. */
export type Member = {
  version: Version;
  /** What presences are told to whoever asked for it and may know. */
  hearsPresence(): boolean;
  hears(): boolean;
  send(data: string | Buffer): void;
};

/** What somebody says of themselves, under a key that may be somebody else's too. */
export type Presence = { ref: string; key: string; meta: Record<string, unknown>; copy: string };

type Changes = { joins: Presence[]; leaves: Presence[] };

type Room = {
  topic: string;
  isPrivate: boolean;
  members: Set<Member>;
  /** By their reference. */
  presences: Map<string, Presence>;
  /** What has changed since members were told. */
  changes?: Changes;
};

export type Place = { topic: string; isPrivate: boolean };

/** Milliseconds. Many who come at once are told of in one message. */
const gathering = 50;

/** Where members of this copy of the server hear each other. Private channels and public ones of the same name are two rooms. */
export function openRooms() {
  const rooms = new Map<string, Room>();

  function roomOf(place: Place): Room {
    const known = rooms.get(nameOf(place));
    if (known) return known;
    const room: Room = { topic: place.topic, isPrivate: place.isPrivate, members: new Set(), presences: new Map() };
    rooms.set(nameOf(place), room);
    return room;
  }

  function closeIfEmpty(room: Room) {
    if (room.members.size === 0 && room.presences.size === 0) rooms.delete(nameOf(room));
  }

  /** Each version is written once, for however many. */
  function tell(room: Room, to: (member: Member) => boolean, write: (version: Version) => string | Buffer | undefined) {
    const written = new Map<Version, string | Buffer | undefined>();
    for (const member of room.members) {
      if (!to(member)) continue;
      if (!written.has(member.version)) written.set(member.version, write(member.version));
      const data = written.get(member.version);
      if (data !== undefined) member.send(data);
    }
  }

  function change(room: Room, { joins = [], leaves = [] }: Partial<Changes>) {
    if (!room.changes) {
      room.changes = { joins: [], leaves: [] };
      setTimeout(() => tellChanges(room), gathering);
    }
    for (const one of joins) {
      room.presences.set(one.ref, one);
      room.changes.joins.push(one);
    }
    for (const one of leaves) {
      room.presences.delete(one.ref);
      const untold = room.changes.joins.indexOf(one);
      if (untold >= 0) room.changes.joins.splice(untold, 1);
      else room.changes.leaves.push(one);
    }
  }

  function tellChanges(room: Room) {
    if (!room.changes) return;
    const { joins, leaves } = room.changes;
    delete room.changes;
    const payload = { joins: byKey(joins), leaves: byKey(leaves) };
    if (joins.length + leaves.length > 0) {
      const message = { topic: `realtime:${room.topic}`, event: "presence_diff", payload };
      tell(
        room,
        (member) => member.hearsPresence(),
        (version) => writeFrame(version, message),
      );
    }
    closeIfEmpty(room);
  }

  return {
    enter(place: Place, member: Member) {
      roomOf(place).members.add(member);
    },
    leave(place: Place, member: Member) {
      const room = roomOf(place);
      room.members.delete(member);
      if (!room.changes) closeIfEmpty(room);
    },
    broadcast(place: Place, broadcast: Broadcast, but?: Member) {
      const room = rooms.get(nameOf(place));
      if (!room) return;
      tell(
        room,
        (member) => member !== but && member.hears(),
        (version) => writeBroadcast(version, `realtime:${room.topic}`, broadcast),
      );
    },
    /** Who is there, for one who has just come. */
    presencesIn(place: Place) {
      const room = roomOf(place);
      tellChanges(room);
      return byKey([...room.presences.values()]);
    },
    /** Those that are known already are no news. */
    changePresences(place: Place, { joins = [], leaves = [] }: { joins?: Presence[]; leaves?: string[] }) {
      const room = roomOf(place);
      const news = joins.filter(({ ref }) => !room.presences.has(ref));
      const gone = leaves.flatMap((ref) => room.presences.get(ref) ?? []);
      if (news.length + gone.length > 0) change(room, { joins: news, leaves: gone });
      else closeIfEmpty(room);
    },
    /** A copy of the server that is no more: those who were there by it are gone. */
    forgetCopy(copy: string) {
      for (const room of rooms.values()) {
        const leaves = [...room.presences.values()].filter((one) => one.copy === copy);
        if (leaves.length > 0) change(room, { leaves });
      }
    },
    /** All that one copy knows of itself, room by room. */
    presencesOf(copy: string): { place: Place; joins: Presence[] }[] {
      return [...rooms.values()]
        .map((room) => ({
          place: { topic: room.topic, isPrivate: room.isPrivate },
          joins: [...room.presences.values()].filter((one) => one.copy === copy),
        }))
        .filter(({ joins }) => joins.length > 0);
    },
    isEmpty: () => rooms.size === 0,
  };
}

export type Rooms = ReturnType<typeof openRooms>;

/** As Phoenix writes it: what several say under one key is one presence with as many metas. */
function byKey(presences: Presence[]): Record<string, { metas: object[] }> {
  const found = new Map<string, { metas: object[] }>();
  for (const { key, ref, meta } of presences) {
    const one = found.get(key) ?? { metas: [] };
    found.set(key, one);
    one.metas.push({ ...meta, phx_ref: ref });
  }
  return Object.fromEntries(found);
}

function nameOf({ topic, isPrivate }: Place): string {
  return `${isPrivate ? "private" : "public"}:${topic}`;
}
