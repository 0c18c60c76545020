// Named strengths of the engine's play.

export interface Level {
  skill: number; // as the engines count it, 0 to 20
  name: string;
}

export const kLevels: readonly Level[] = [
  { skill: 0, name: 'Beginner' },
  { skill: 3, name: 'Casual' },
  { skill: 7, name: 'Club' },
  { skill: 11, name: 'Strong club' },
  { skill: 15, name: 'Expert' },
  { skill: 20, name: 'Full strength' },
];

// The Elo that the engine itself names for a skill (its option "elo"); none for full strength.
export const eloOf = (skill: number): number | undefined => (skill >= 20 ? undefined : 1000 + Math.round((skill * 1600) / 19 / 50) * 50);
